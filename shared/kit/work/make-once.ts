/**
 * Lets one of several concurrent functions make something for all of them. A row says who makes it, and then
 * contains it.
 */
import { randomUUID } from 'node:crypto';
import { failedConditions } from '../table/commit.ts';
import { conflictPause } from '../table/conflict-pause.ts';
import { type Condition, equal, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { type Key, tableShape } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

export interface Making {
  readonly table: Table;
  /** The row, which nothing else writes. */
  readonly key: Key;
  readonly now: () => Date;
  /** How long the row is used. */
  readonly keptSeconds: number;
}

/** After that, another function makes it. */
const CLAIM_SECONDS = 20;

/** With their pauses, usually longer than a claim lasts. Waiting costs less than to make it again. */
const ATTEMPTS = 60;

/**
 * Costs half a read unit for each 4 KB once it is made.
 * @param make returns the attributes of the row.
 * @returns the attributes; undefined if others claim it again and again and do not make it, so that the caller needs its own.
 */
export async function makeOnce(making: Making, make: () => Promise<Item>): Promise<Item | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // A row that was written a moment ago can be missing. Then it cannot be claimed, either.
    const [row] = await making.table.getMany([making.key]);
    if (row && isMade(row, making.now())) return row;
    if (!row || isFree(row, making.now())) {
      const maker = randomUUID();
      const current = await claimRow(making, maker);
      if (current === 'claimed') return store(making, maker, await madeOrFreed(making, maker, make));
      if (current && isMade(current, making.now())) return current;
    }
    await conflictPause(attempt);
  }
  return undefined;
}

const EXPIRES = tableShape.timeToLive;

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

const isExpired = (row: Item, now: Date): boolean => Number(row[EXPIRES] ?? 0) <= secondsOf(now);

const isMade = (row: Item, now: Date): boolean => !('maker' in row) && !isExpired(row, now);

const isFree = (row: Item, now: Date): boolean =>
  isExpired(row, now) || String(row['makerUntil'] ?? '') <= now.toISOString();

/** @returns the row instead if another function has claimed or made it. */
async function claimRow(
  { table, key, now, keptSeconds }: Making,
  maker: string,
): Promise<'claimed' | Item | undefined> {
  const at = now();
  const until = new Date(at.getTime() + CLAIM_SECONDS * 1000);
  const put = {
    ...key,
    maker,
    makerUntil: until.toISOString(),
    [EXPIRES]: secondsOf(at) + keptSeconds,
  };
  const free: Condition = {
    any: [
      rowMissing,
      { path: EXPIRES, is: '<=', value: secondsOf(at) },
      { path: 'makerUntil', is: '<=', value: at.toISOString() },
    ],
  };
  const failed = await failedConditions(table.commit([{ put, condition: free }]));
  return failed ? [...failed.values()][0] : 'claimed';
}

/** If it cannot be made, others need not wait until the claim has expired. */
async function madeOrFreed({ table, key }: Making, maker: string, make: () => Promise<Item>): Promise<Item> {
  try {
    return await make();
  } catch (error) {
    // What failed is reported, and not that the claim remains.
    await failedConditions(table.commit([{ delete: key, condition: equal('maker', maker) }])).catch(() => {});
    throw error;
  }
}

/** If another function has taken over or the row was deleted in the meantime, the row stays as it is. */
async function store(
  { table, key, now, keptSeconds }: Making,
  maker: string,
  attributes: Item,
): Promise<Item> {
  const put = { ...attributes, ...key, [EXPIRES]: secondsOf(now()) + keptSeconds };
  await failedConditions(table.commit([{ put, condition: equal('maker', maker) }]));
  return attributes;
}
