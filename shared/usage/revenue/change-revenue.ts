/**
 * Changes the revenue of an owner from imports in a month, together with the row of the month, in one transaction.
 * It fails if another import has changed the month in the meantime, and is then decided again.
 */
import { isDeepStrictEqual } from 'node:util';
import { retried } from '../../kit/records/decided.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { equal, rowMissing } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import {
  importOfWriter,
  type RevenueId,
  readRevenueKey,
  rematchRevenueOf,
  usageMonthKey,
  usageRevenueKey,
} from '../keys.ts';
import {
  type MonthRevenue,
  monthOf,
  monthRow,
  noRevenue,
  withImport,
  withoutImport,
} from './month-revenue.ts';
import { type RevenueRow, revenueOf } from './revenue-row.ts';

/** What a row of an import becomes. */
interface Change {
  readonly id: RevenueId;
  /** @param current the row; undefined if there is none. @returns undefined for none. */
  readonly next: (current: RevenueRow | undefined) => RevenueRow | undefined;
}

/**
 * Writes the row of an import, and replaces what an earlier run of it has written.
 * @param rows of one month.
 * @param replaced the runs of the earlier file and of its rematches. Their revenue is deleted in the same transaction.
 */
export async function putRevenue(
  table: Table,
  rows: readonly RevenueRow[],
  replaced: readonly string[] = [],
): Promise<void> {
  const written = rows.map((row) => ({ id: idOf(row), next: () => row }));
  await change(
    table,
    await Promise.all(
      written.map(async (own) => [own, ...(await deletionsOfRematches(table, own.id, replaced))]),
    ),
  );
}

/** So that a month and currency always has the revenue of one file, and never parts of two. */
async function deletionsOfRematches(
  table: Table,
  id: RevenueId,
  replaced: readonly string[],
): Promise<Change[]> {
  if (replaced.length === 0) return [];
  const rows = await table.query(rematchRevenueOf(id));
  return rows.map(({ pk, sk }) => deletion(idOf({ pk: String(pk), sk: String(sk) }), replaced));
}

const deletion = (id: RevenueId, runs: readonly string[]): Change => ({
  id,
  next: (current) => (current && runs.includes(current.run) ? undefined : current),
});

/**
 * Writes the row of an import unless there is one.
 * @param beside writes of the same transaction. @returns whether it was written.
 */
export async function addRevenue(
  table: Table,
  row: RevenueRow,
  beside: readonly Write[] = [],
): Promise<boolean> {
  let isAdded = false;
  const next: Change['next'] = (current) => {
    isAdded = current === undefined;
    return current ?? row;
  };
  const outcome = await retried(() => changeOnce(table, [{ id: idOf(row), next }], beside));
  return isAdded && outcome === 'saved';
}

/**
 * Deletes the revenue of an import and its rematches in the month and currency of one of their rows.
 * @param runs whose revenue is deleted. That of others stays.
 */
export async function deleteRevenue(table: Table, key: Key, runs: readonly string[]): Promise<void> {
  const id = idOf(key);
  const own = { ...id, importId: importOfWriter(id.importId) };
  await change(table, [[deletion(own, runs), ...(await deletionsOfRematches(table, own, runs))]]);
}

function idOf(key: Key): RevenueId {
  const id = readRevenueKey(key);
  if (!id) throw new Error(`${key.pk} ${key.sk} is not the row of an import.`);
  return id;
}

/** With that of the month, these writes fit into a transaction. */
const PER_TRANSACTION = 80;

/** @param currencies the changes of each, of one owner and month. Those of a currency are written together. */
async function change(table: Table, currencies: readonly (readonly Change[])[]): Promise<void> {
  let together: Change[] = [];
  for (const changes of currencies) {
    if (together.length + changes.length > PER_TRANSACTION) {
      await writeTogether(table, together);
      together = [];
    }
    together = [...together, ...changes];
  }
  await writeTogether(table, together);
}

const writeTogether = (table: Table, changes: readonly Change[]) => retried(() => changeOnce(table, changes));

/** @param beside writes of the transaction, if there is one. @returns 'stopped' if a check among them fails. */
async function changeOnce(
  table: Table,
  changes: readonly Change[],
  beside: readonly Write[] = [],
): Promise<'saved' | 'again' | 'stopped'> {
  const [first] = changes;
  if (!first) return 'saved';
  const { owner, month } = first.id;
  const monthKey = usageMonthKey(owner, month);
  const keys = changes.map(({ id }) => usageRevenueKey(id));
  const rows = await table.getMany([monthKey, ...keys], true);
  const found = (key: Key) => rows.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  const row = found(monthKey);
  const before = row ? monthOf(row) : noRevenue(month);
  let after = before;
  const writes: Write[] = [];
  for (const { id, next } of changes) {
    const current = asRow(found(usageRevenueKey(id)));
    const wanted = next(current);
    if (isDeepStrictEqual(wanted, current)) continue;
    if (current) after = withoutImport(after, revenueOf(current));
    if (wanted) after = withImport(after, revenueOf(wanted));
    writes.push(wanted ? { put: wanted } : { delete: usageRevenueKey(id) });
  }
  if (after !== before) writes.push(monthWrite(owner, row, after));
  if (writes.length === 0) return 'saved';
  const failed = await failedConditions(table.commit([...beside, ...writes]));
  if (!failed) return 'saved';
  return [...failed.keys()].some((write) => 'check' in write) ? 'stopped' : 'again';
}

// Rows of revenue name their run.
const asRow = (row: Item | undefined) => row as RevenueRow | undefined;

/** Fails if the month has changed. */
function monthWrite(owner: string, row: Item | undefined, after: MonthRevenue): Write {
  const condition = row ? equal('digest', String(row['digest'])) : rowMissing;
  const put = monthRow(owner, after);
  return after.currencies.size > 0
    ? { put, condition }
    : { delete: usageMonthKey(owner, after.month), condition };
}
