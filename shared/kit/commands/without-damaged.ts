/** Runs commands that only read without the rows that cannot be read, and names these in the result. */
import { DamagedRows } from '../table/damaged-rows.ts';
import { typeOf } from '../table/keys.ts';
import type { UnreadableRow } from '../table/unreadable-row.ts';
import { DAMAGE, type Damage } from './damage.ts';
import type { Command } from './declare.ts';
import type { Operation } from './operation.ts';

/** The maximum number that is named. */
const MAX_NAMED = 100;

/** Commands that are not recorded only read. */
const onlyReads = ({ isRecorded, onlyReads: isDeclared = false }: Command): boolean =>
  isDeclared || isRecorded === false;

/** Runs a command, without damaged rows if it only reads: one of them must not hide all others. */
export async function withoutDamaged(
  command: Command,
  operation: Operation,
  start: (operation: Operation) => Promise<object>,
): Promise<object> {
  if (!onlyReads(command)) return start(operation);
  const damaged = new DamagedRows();
  const result = await start({ ...operation, table: operation.table.without(damaged) });
  const { rows } = damaged;
  return rows.length === 0 ? result : { ...result, [DAMAGE]: damageOf(rows) };
}

const damageOf = (rows: readonly UnreadableRow[]): Damage => ({
  count: rows.length,
  rows: rows.slice(0, MAX_NAMED).map(({ key, reason }) => {
    const type = typeOf(key);
    const id = `${key.pk} ${key.sk}`.slice(type.length + 1).replace(/ #$/, '');
    return { type, id, why: reason };
  }),
});
