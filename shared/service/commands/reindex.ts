/** Scans the table page by page until its end or the function's timeout. */
import { users } from '../../accounts/api/users.ts';
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import { assessPlace } from '../../catalogue/assess-place.ts';
import { deliveries } from '../../distribution/api/deliveries.ts';
import { expectCompletion } from '../../distribution/deliveries/considered-complete.ts';
import { isCommandRow, shortenCommand, withoutPersons } from '../../kit/commands/command-log.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { isTimeUp, type Operation } from '../../kit/commands/operation.ts';
import { CHECK, foldTask, listId } from '../../kit/records/fold-work.ts';
import { reindex as rewriteRow } from '../../kit/records/reindex.ts';
import { recordOf } from '../../kit/records/rows.ts';
import type { Item } from '../../kit/table/item.ts';
import { isRecordKey, type Key } from '../../kit/table/keys.ts';
import { UnreadableRow } from '../../kit/table/unreadable-row.ts';
import { wakeEvent } from '../../webhooks/deliveries/resend.ts';
import { disableEndpointsOf } from '../../webhooks/endpoints/endpoints-of-user.ts';
import type { reindex } from '../commands.ts';
import {
  checkReadable,
  foundEarlier,
  noteUnreadable,
  noUnreadable,
  UnreadableCount,
} from '../unreadable-rows.ts';

export const run = (async ({ from }, operation) => {
  let position = from === undefined ? undefined : keyAt(from);
  let rows = 0;
  let records = 0;
  const unreadable = new UnreadableCount(
    position === undefined ? noUnreadable : await foundEarlier(operation.table),
  );
  const lists = new Set<string>();
  do {
    const { items, next } = await operation.table.scan(position);
    for (const item of items) {
      try {
        if (await renew(operation, item)) records += 1;
      } catch (error) {
        if (!(error instanceof UnreadableRow)) throw error;
        unreadable.add(error);
      }
      addList(lists, operation, item);
    }
    rows += items.length;
    position = next;
  } while (position && !isTimeUp(operation));
  for (const list of lists) await operation.table.commit([{ put: foldTask(list, operation.now) }]);
  const { count, first } = unreadable.found;
  await noteUnreadable(operation.table, unreadable.found, operation.now);
  return {
    rows,
    rewritten: records,
    unreadable: count,
    ...(count > 0 && { 'unreadable-rows': first }),
    finished: !position,
    ...(position && { from: positionOf(position) }),
  };
}) satisfies Run<typeof reindex>;

/** @returns whether the record of the row was rewritten. @throws UnreadableRow */
async function renew(operation: Operation, item: Item): Promise<boolean> {
  checkReadable(operation, item);
  const isRewritten = await rewriteRow(operation, item);
  const isAssessed = await assess(operation, item);
  await completeDelivery(operation, item);
  await wakeEvent(operation, item);
  await disableWithUser(operation, item);
  await forgetPersons(operation, item);
  return isRewritten || isAssessed;
}

/** The worker compares the list with its index, and makes its first snapshot. */
function addList(lists: Set<string>, { api }: Pick<Operation, 'api'>, item: Item): void {
  if (item['ownerKey'] === undefined) return;
  const [ownerId = '', type = ''] = String(item['ownerKey']).split('#');
  const row = api.keys[type];
  if (row?.journaled || row?.history) lists.add(listId(type, ownerId, CHECK));
}

/** Finds out what the track of a place lacks, by the rules of this version. */
async function assess(operation: Operation, item: Item): Promise<boolean> {
  if (!isRecordKey(item, albumTracks.type)) return false;
  return assessPlace(operation, recordOf(albumTracks, item));
}

/** Adds the last step of a delivery that was sent before the stage had the setting for it. */
async function completeDelivery(operation: Operation, item: Item): Promise<void> {
  if (!isRecordKey(item, deliveries.type)) return;
  await expectCompletion(operation, recordOf(deliveries, item));
}

/** A function that died after it had disabled a user has left the webhook endpoints active. */
const disableWithUser = async (operation: Operation, item: Item): Promise<void> => {
  if (!isRecordKey(item, users.type)) return;
  const { id, fields } = recordOf(users, item);
  if (fields['is-disabled']) await disableEndpointsOf(operation, id);
};

/** Earlier versions recorded e-mail addresses and names in the log of commands. */
async function forgetPersons({ table, commands }: Operation, row: Item): Promise<void> {
  if (!isCommandRow(row)) return;
  const kept = withoutPersons(commands, row);
  if (kept !== undefined) await table.commit([shortenCommand(row, kept)]);
}

const positionOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

function keyAt(position: string): Key {
  const cut = position.indexOf(' ');
  return { pk: position.slice(0, cut), sk: position.slice(cut + 1) };
}
