/** Deletes the rows of an organization among those of a page. Every step can be repeated. */

import { findHolders, unshare } from '../../../kit/records/unique-values.ts';
import { failedConditions } from '../../../kit/table/commit.ts';
import { equal, type Path } from '../../../kit/table/expressions.ts';
import type { Item } from '../../../kit/table/item.ts';
import { isRecordKey, type Key, typeOf, WHOLE } from '../../../kit/table/keys.ts';
import type { Table } from '../../../kit/table/table.ts';
import { batchesOf } from '../../../platform/batches.ts';
import { added, type Counts } from '../erasure-work.ts';
import type { Belongings } from './belongings.ts';
import { whoseRow } from './whose-rows.ts';

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** One by one, because a batch would need the permission to write such rows. */
const CONCURRENT_ALONE = 25;
const CONCURRENT = 10;

/** @returns how many rows were deleted or changed, by what they were. */
export async function removeRows(
  table: Table,
  rows: readonly Item[],
  belongings: Belongings,
): Promise<Counts> {
  const theirs = rows.filter((row) => isTheirs(row, belongings));
  const alone = theirs.filter((row) => !isShared(row));
  for (const some of batchesOf(alone, CONCURRENT_ALONE))
    await Promise.all(some.map((row) => table.commit([{ delete: keyOf(row) }])));
  const shared = theirs.filter(isShared);
  for (const some of batchesOf(shared, CONCURRENT))
    await Promise.all(some.map((row) => removeShared(table, row, belongings)));
  return theirs.reduce<Counts>((counted, row) => added(counted, { [nameOf(row)]: 1 }), {});
}

function isTheirs(row: Item, belongings: Belongings): boolean {
  const whose = whoseRow(row);
  if (whose?.members) return membersOf(row, belongings).length > 0;
  return whose?.of(row).some((each) => belongings.has(each)) ?? false;
}

/** Whether another owner could have the row, or a part of it, when it is deleted. */
function isShared(row: Item): boolean {
  const { guard, members } = whoseRow(row) ?? {};
  return guard !== undefined || members !== undefined || isPlatformValue(row);
}

const isPlatformValue = ({ pk }: Item): boolean => /^unique#[^#]*#platform#/.test(String(pk));

/** @returns a record's type, or that it is another row. */
const nameOf = (row: Item): string =>
  isRecordKey(row, typeOf(row)) && 'owner' in row ? typeOf(row) : 'other rows';

function membersOf(row: Item, belongings: Belongings): string[] {
  const { attribute, type } = whoseRow(row)?.members ?? { attribute: '', type: '' };
  const all = row[attribute];
  return all instanceof Set ? [...all].map(String).filter((id) => belongings.has({ type, id })) : [];
}

async function removeShared(table: Table, row: Item, belongings: Belongings): Promise<void> {
  const { guard, members } = whoseRow(row) ?? {};
  if (members) return leave(table, row, { path: members.attribute, ids: membersOf(row, belongings) });
  if (guard === undefined) return free(table, row);
  const held = equal(guard, String(row[guard]));
  await failedConditions(table.commit([{ delete: keyOf(row), condition: held }]));
}

async function leave(
  table: Table,
  row: Item,
  { path, ids }: { readonly path: Path & string; readonly ids: readonly string[] },
): Promise<void> {
  const key = keyOf(row);
  await table.commit([{ update: key, with: [{ leave: path, elements: new Set(ids) }] }]);
  await failedConditions(table.commit([{ delete: key, condition: { missing: path } }]));
}

/** Another holder of the value takes the place of the first. */
async function free(table: Table, row: Item): Promise<void> {
  const value = { field: '', key: { pk: String(row['pk']), sk: WHOLE } };
  const holders = await findHolders(table, value);
  await failedConditions(table.commit(unshare(value, { id: String(row['holder']), holders })));
}
