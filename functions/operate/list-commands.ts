/** list-commands: reads the log of commands, newest first, month by month. */

import { commandKey } from '../../shared/table/command-keys.ts';
import type { Item } from '../../shared/table/item.ts';
import type { CommandHandler } from './operation.ts';

const MONTHS = 12;

export const listCommands: CommandHandler<'list-commands'> = async ({ month, limit }, { table, now }) => {
  const rows: Item[] = [];
  for (const each of month === undefined ? monthsBefore(now) : [month]) {
    if (rows.length >= limit) break;
    const partition = commandKey(each, '').pk;
    rows.push(...(await table.query({ partition, newestFirst: true, limit: limit - rows.length })));
  }
  return { commands: rows.slice(0, limit).map(shown) };
};

/** The current month and those before it, newest first. */
const monthsBefore = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );

const shown = ({ at, actor, command, arguments: given }: Item) => ({
  at,
  actor,
  command,
  arguments: JSON.parse(String(given)),
});
