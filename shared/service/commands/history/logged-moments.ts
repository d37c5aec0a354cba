/** Commands and webhook events of an organization, which are logged by time. */
import { commandsOf, outcomeOf } from '../../../kit/commands/command-log.ts';
import type { Operation } from '../../../kit/commands/operation.ts';
import { entryOf } from '../../../kit/records/rows.ts';
import { readable } from '../../../kit/table/damaged-rows.ts';
import type { Item } from '../../../kit/table/item.ts';
import { type Key, ownerKey } from '../../../kit/table/keys.ts';
import { readRow } from '../../../kit/table/unreadable-row.ts';
import { required } from '../../../kit/values/required.ts';
import { webhookEvents } from '../../../webhooks/api/webhook-events.ts';
import { type HistoryMoment, type HistoryPage, positionOf, type Stretch, timeOf } from './moment.ts';

export async function commandMoments(
  { table, now }: Operation,
  { organization, ...page }: HistoryPage,
): Promise<Stretch> {
  const { items, isWhole } = await newestItems(table, commandsOf(organization), page);
  const rows = await table.getMany(items.map(keyOf), true);
  const momentOf = (row: Item): HistoryMoment => ({
    at: String(row['at']),
    kind: 'command',
    what: String(row['command']),
    type: null,
    id: String(row['sk']).replace(/^[^#]*#/, ''),
    actor: row['actor'],
    detail: outcomeOf(row, now) ?? null,
    arguments: JSON.parse(String(row['arguments'])),
    part: 0,
  });
  const moments = readable(table, rows, (row) => readRow(row, momentOf));
  return stretchOf(moments, isWhole);
}

export async function eventMoments(
  { table }: Operation,
  { user, ...page }: HistoryPage & { readonly user: string },
): Promise<Stretch> {
  const { items, isWhole } = await newestItems(table, ownerKey(user, webhookEvents.type), page);
  const entries = readable(table, items, (item) => entryOf(webhookEvents, { item, ownerId: user }));
  const moments = entries.map(
    ({ id, fields }): HistoryMoment => ({
      at: String(fields['created-at']),
      kind: 'event',
      what: String(fields['type']),
      type: webhookEvents.type,
      id,
      part: 0,
    }),
  );
  return stretchOf(moments, isWhole);
}

/** @param partition of the owner's index, sorted by time. */
async function newestItems(
  table: Operation['table'],
  partition: string,
  { limit, after }: Pick<HistoryPage, 'limit' | 'after'>,
): Promise<{ items: Item[]; isWhole: boolean }> {
  const count = limit + MAX_TOGETHER;
  const items = await table.query({
    index: 'by-owner',
    partition,
    newestFirst: true,
    limit: count,
    // Includes everything of the time at which the previous page ends.
    upTo: `${timeOf(after)}~`,
  });
  return { items, isWhole: items.length < count };
}

/** More moments than are logged in a millisecond. The rows of a transaction have the same time. */
const MAX_TOGETHER = 200;

function stretchOf(moments: readonly HistoryMoment[], isWhole: boolean): Stretch {
  return {
    moments,
    from: isWhole ? '' : required(moments.map(positionOf).sort()[0], 'A full page has moments.'),
  };
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });
