/** Reads the log of commands, newest first: month by month, or that of an organization. */
import { whiteLabels } from '../../accounts/api/white-labels.ts';
import { commandKey, commandsOf, outcomeOf } from '../../kit/commands/command-log.ts';
import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import { findRecord } from '../../kit/records/store.ts';
import type { Item } from '../../kit/table/item.ts';
import { problem } from '../../kit/values/problems.ts';
import type { listCommands } from '../commands.ts';

const MONTHS = 12;
/** With --since. */
const MAX_MONTHS = 120;

export const run = (async (given, operation) => {
  await requireKnown(given, operation);
  const { organization } = given;
  const rows =
    organization === undefined
      ? await ofStage(given, operation)
      : await ofOrganization(organization, given, operation);
  return { commands: rows.map((row) => shown(row, operation)) };
}) satisfies Run<typeof listCommands>;

type Filters = ArgumentsOf<typeof listCommands>;

async function ofStage(given: Filters, operation: Operation): Promise<Item[]> {
  const rows: Item[] = [];
  for (const month of monthsOf(given, operation)) {
    if (rows.length >= given.limit) break;
    rows.push(...(await entriesOf(month, { given, left: given.limit - rows.length }, operation)));
  }
  return rows;
}

/** Reads the owner's index, in which an organization has few entries. */
async function ofOrganization(organization: string, given: Filters, operation: Operation): Promise<Item[]> {
  const { command, since, limit } = given;
  const months = monthsOf(given, operation);
  const [newest, oldest] = [months[0], months.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const from = since !== undefined && since > oldest ? since : oldest;
  const upTo = `${newest}~`;
  if (from > upTo) return [];
  const entries = await operation.table.query({
    index: 'by-owner',
    partition: commandsOf(organization),
    newestFirst: true,
    from,
    upTo,
    ...(command === undefined && { limit }),
  });
  const rows = await operation.table.getMany(
    entries.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
    true,
  );
  const matching = rows.filter((row) => command === undefined || row['command'] === command);
  return matching
    .toSorted((left, right) => (String(left['sk']) < String(right['sk']) ? 1 : -1))
    .slice(0, limit);
}

/** A misspelled name must not look like an unused one. */
async function requireKnown({ command, organization }: Filters, operation: Operation) {
  if (command !== undefined && !operation.commands.some(({ name }) => name === command))
    throw problem('invalid_value', `--command: there is no command ${command}.`);
  if (organization !== undefined && !(await findRecord(operation, whiteLabels, organization)))
    throw problem('unknown_record', `There is no organization ${organization}.`);
}

/** The current and earlier months, newest first, or the only one. */
function monthsOf({ month, since }: Filters, { now }: Operation): string[] {
  if (month !== undefined) return [month];
  const count = since === undefined ? MONTHS : MAX_MONTHS;
  const months = Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
  return since === undefined ? months : months.filter((month) => month >= since.slice(0, 7));
}

/** @returns the newest matching entries of a month. */
async function entriesOf(
  month: string,
  { given: { command, since }, left }: { given: Filters; left: number },
  { table }: Operation,
): Promise<Item[]> {
  const { pk: partition } = commandKey(month, '');
  const rows = await table.query({
    partition,
    newestFirst: true,
    ...(command === undefined && { limit: left }),
  });
  const matches = (row: Item): boolean =>
    (command === undefined || row['command'] === command) &&
    (since === undefined || String(row['at']) >= since);
  return rows.filter(matches).slice(0, left);
}

const shown = (row: Item, { now }: Operation) => ({
  at: row['at'],
  actor: row['actor'],
  command: row['command'],
  outcome: outcomeOf(row, now) ?? null,
  // Null for commands without an existing organization.
  organization: row['organization'] ?? null,
  // That the command has made or found.
  user: row['user'] ?? null,
  arguments: JSON.parse(String(row['arguments'])),
});
