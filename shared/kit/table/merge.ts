/** Merges writes to the same row, because DynamoDB allows only one operation per row in a transaction. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Assignment,
  allOf,
  applied,
  type Condition,
  isSamePath,
  pathOf,
  rowMissing,
} from './expressions.ts';
import type { Item } from './item.ts';
import type { Key } from './keys.ts';
import type { Write } from './write.ts';

/** DynamoDB's transaction limit. */
const MAX_WRITES = 100;

export interface Merged {
  readonly write: Write;
  readonly from: readonly Write[];
}

/** Too many rows for one transaction. The caller must split its work. */
export class TooManyWrites extends Error {
  override name = 'TooManyWrites';
  readonly count: number;

  constructor(count: number) {
    super(`A transaction cannot change ${count} rows. The limit is ${MAX_WRITES}.`);
    this.count = count;
  }
}

export const keyOf = (write: Write): Key => {
  if ('put' in write) return { pk: write.put.pk, sk: write.put.sk };
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
};

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/**
 * Merges writes by row, and combines their conditions.
 * @throws TooManyWrites if more than 100 rows remain.
 * @throws Error if two writes to a row contradict each other, which is a bug.
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
  // Other changes of a deleted row do not matter.
  if ('delete' in left && ('delete' in right || 'update' in right)) return both(left);
  if ('update' in left && 'delete' in right) return both(right);
  throw new Error(`The transaction contains conflicting writes of the row ${nameOf(keyOf(left))}.`);
}

/** A put of a new row keeps only its own condition, because the others refer to an existing row. */
function put(
  write: Extract<Write, { put: Item & Key }>,
  other: Exclude<Write, { put: Item & Key }>,
  condition: Condition | undefined,
): Write {
  if ('delete' in other)
    throw new Error(`The transaction both puts and deletes the row ${nameOf(keyOf(write))}.`);
  const own = isDeepStrictEqual(write.condition, rowMissing) ? write.condition : condition;
  const item = { ...applied(write.put, 'update' in other ? other.with : []), ...keyOf(write) };
  return { ...write, put: item, ...(own && { condition: own }) };
}

function combined(left: readonly Assignment[], right: readonly Assignment[], key: Key): Assignment[] {
  const all = [...left];
  for (const assignment of right) {
    const index = all.findIndex((each) => isSamePath(pathOf(each), pathOf(assignment)));
    const earlier = all[index];
    if (earlier === undefined) all.push(assignment);
    else all[index] = sum(earlier, assignment, key);
  }
  return all;
}

function sum(left: Assignment, right: Assignment, key: Key): Assignment {
  if ('add' in left && 'add' in right) return { ...left, by: left.by + right.by };
  if (('join' in left && 'join' in right) || ('leave' in left && 'leave' in right))
    return { ...left, elements: new Set([...left.elements, ...right.elements]) };
  if (isDeepStrictEqual(left, right)) return left;
  throw new Error(
    `The transaction sets ${JSON.stringify(pathOf(left))} of ${nameOf(key)} to different values.`,
  );
}
