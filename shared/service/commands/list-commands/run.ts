/** Reads the log of commands month by month, newest first. */
import { whiteLabels } from '../../../accounts/api/white-labels.ts';
import { commandKey } from '../../../kit/commands/command-keys.ts';
import { outcomeOf } from '../../../kit/commands/command-log.ts';
import { commandRun, type Given } from '../../../kit/commands/command-run.ts';
import type { Operation } from '../../../kit/commands/operation.ts';
import { findRecord } from '../../../kit/records/store.ts';
import type { Item } from '../../../kit/table/item.ts';
import { problem } from '../../../kit/values/problems.ts';
import { listCommands } from './declare.ts';

const MONTHS = 12;
/** With --since. */
const MAX_MONTHS = 120;

export const run = commandRun(listCommands, async (given, operation) => {
  await requireKnown(given, operation);
  const { month, limit } = given;
  const rows: Item[] = [];
  for (const each of month === undefined ? monthsOf(given, operation) : [month]) {
    if (rows.length >= limit) break;
    rows.push(...(await listed(each, { given, left: limit - rows.length }, operation)));
  }
  return { commands: rows.map((row) => shown(row, operation)) };
});

/** A misspelled name must not look like an unused one. */
async function requireKnown({ command, organization }: Given<typeof listCommands>, operation: Operation) {
  if (command !== undefined && !operation.commandNames.includes(command))
    throw problem('invalid_value', `--command: there is no command ${command}.`);
  if (organization !== undefined && !(await findRecord(operation, whiteLabels, organization)))
    throw problem('unknown_record', `There is no organization ${organization}.`);
}

/** The current and earlier months, newest first. */
function monthsOf({ since }: Given<typeof listCommands>, { now }: Operation): string[] {
  const count = since === undefined ? MONTHS : MAX_MONTHS;
  const months = Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
  return since === undefined ? months : months.filter((month) => month >= since.slice(0, 7));
}

/** @returns the newest matching entries of a month. */
async function listed(
  month: string,
  { given: { command, organization, since }, left }: { given: Given<typeof listCommands>; left: number },
  { table }: Operation,
): Promise<Item[]> {
  const { pk: partition } = commandKey(month, '');
  const isFiltered = command !== undefined || organization !== undefined;
  const rows = await table.query({ partition, newestFirst: true, ...(!isFiltered && { limit: left }) });
  const isAsked = (row: Item): boolean =>
    (command === undefined || row['command'] === command) &&
    (organization === undefined || row['organization'] === organization) &&
    (since === undefined || String(row['at']) >= since);
  return rows.filter(isAsked).slice(0, left);
}

const shown = (row: Item, { now }: Operation) => ({
  at: row['at'],
  actor: row['actor'],
  command: row['command'],
  outcome: outcomeOf(row, now) ?? null,
  // Null for commands without an existing organization.
  organization: row['organization'] ?? null,
  arguments: JSON.parse(String(row['arguments'])),
});
