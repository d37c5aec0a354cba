/** Makes one write of all writes to the same row: DynamoDB takes one operation per row in a transaction. Pure. */
import { type Assignment, allOf, applied, type Condition, isSamePath, pathOf } from './expressions.ts';
import type { Item } from './item.ts';
import type { Key } from './keys.ts';
import type { Write } from './write.ts';

/** DynamoDB takes no larger transaction. */
const MAX_WRITES = 100;

/** A write to one row, and the writes it was merged from. */
export interface Merged {
  readonly write: Write;
  readonly from: readonly Write[];
}

/** More rows than one transaction takes: the caller has to split its work. */
export class TooManyWrites extends Error {
  override name = 'TooManyWrites';
  readonly count: number;

  constructor(count: number) {
    super(`${count} rows are more than the ${MAX_WRITES} of one transaction: split the change.`);
    this.count = count;
  }
}

/** @internal Tests look for writes by their rows. */
export const keyOf = (write: Write): Key => {
  if ('put' in write) return { pk: write.put.pk, sk: write.put.sk };
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
};

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/**
 * Merges writes by row; conditions are combined.
 * @throws TooManyWrites when more than 100 rows remain.
 * @throws Error when two writes to a row contradict each other: a fault of the program.
 * @example mergeWrites([{ check: key, condition: rowExists }, { update: key, with: [{ add: 'n', by: 1 }] }])
 */
export function mergeWrites(writes: readonly Write[]): Merged[] {
  const rows = new Map<string, Write[]>();
  for (const write of writes) {
    const name = nameOf(keyOf(write));
    rows.set(name, [...(rows.get(name) ?? []), write]);
  }
  if (rows.size > MAX_WRITES) throw new TooManyWrites(rows.size);
  return [...rows.values()].map((from) => ({ write: from.reduce(merge), from }));
}

function merge(left: Write, right: Write): Write {
  const condition = allOf([left.condition, right.condition]);
  if ('put' in left && !('put' in right)) return put(left, right, condition);
  if ('put' in right && !('put' in left)) return put(right, left, condition);
  const both = (write: Write): Write => ({ ...write, ...(condition && { condition }) }) as Write;
  if ('check' in right) return both(left);
  if ('check' in left) return both(right);
  if ('update' in left && 'update' in right) {
    return both({ ...left, with: combined(left.with, right.with, left.update) });
  }
  // A deleted row needs none of its other changes.
  if ('delete' in left && ('delete' in right || 'update' in right)) return both(left);
  if ('update' in left && 'delete' in right) return both(right);
  throw new Error(`Two writes put or delete the row ${nameOf(keyOf(left))}.`);
}

/** A condition on the row as it was is not a condition on a row that is new: only the put's own counts. */
function put(
  write: Extract<Write, { put: Item & Key }>,
  other: Exclude<Write, { put: Item & Key }>,
  condition: Condition | undefined,
): Write {
  if ('delete' in other) throw new Error(`The row ${nameOf(keyOf(write))} is put and deleted.`);
  const own = write.condition && 'missing' in write.condition ? write.condition : condition;
  const item = { ...applied(write.put, 'update' in other ? other.with : []), ...keyOf(write) };
  return { ...write, put: item, ...(own && { condition: own }) };
}

function combined(left: readonly Assignment[], right: readonly Assignment[], key: Key): Assignment[] {
  const all = [...left];
  for (const assignment of right) {
    const index = all.findIndex((each) => isSamePath(pathOf(each), pathOf(assignment)));
    const known = all[index];
    if (known === undefined) all.push(assignment);
    else all[index] = sum(known, assignment, key);
  }
  return all;
}

function sum(left: Assignment, right: Assignment, key: Key): Assignment {
  if ('add' in left && 'add' in right) return { ...left, by: left.by + right.by };
  if (JSON.stringify(left) === JSON.stringify(right)) return left;
  throw new Error(`Two writes give ${JSON.stringify(pathOf(left))} of ${nameOf(key)} different values.`);
}
