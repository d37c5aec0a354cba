/**
 * Places limit how much of a function's concurrency one owner can use, so that long work of one owner does
 * not delay others. A place is held under the claim of its work.
 */
import { ConditionsFailed } from '../table/commit.ts';
import type { Condition, Path } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { type Key, tableShape } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';

export interface OwnerPlaces {
  /** Name of the variable with the queue's URL. */
  readonly queue: string;
  readonly ownerId: string;
  readonly count: number;
}

export interface WorkPlace {
  readonly places: OwnerPlaces;
  readonly index: number;
  /** Id of the claim that holds it. */
  readonly claimant: string;
}

/** Stands for an owner in the row of the places that all work with slow servers shares. */
export const SLOW_WORK = 'slow';

/** @returns the number of places for slow work: less than half of the concurrency. An owner has a quarter. */
export const slowPlaces = (perOwner: number): number => Math.max(1, 2 * perOwner - 1);

/** How long an owner counts as one with a slow server, after it was found to be slow. */
const SLOW_MS = 10 * 60_000;

/** Unused rows are deleted after this time. */
const KEPT_SECONDS = 3600;

/** Limits the retries when many compete for places. */
const MAX_ATTEMPTS = 4;

/** The row with the places of an owner. @param queue name of the variable with the queue's URL. */
export const placesKey = (queue: string, ownerId: string): Key => ({
  pk: `work-places#${queue}#${ownerId}`,
  sk: '#',
});

const holder = (index: number): Path => `holder${index}`;
const expiry = (index: number): Path => `expiry${index}`;

export interface TakenPlace extends WorkPlace {
  /** Whether a server of the owner was slow a while ago. */
  readonly isSlow: boolean;
}

/** @param random from 0 to 1. @returns undefined if all places are taken. Usually takes one write. */
export async function takePlace(
  table: Table,
  places: OwnerPlaces,
  { claimant, now, expires, random }: { claimant: string; now: Date; expires: Date; random: number },
): Promise<TakenPlace | undefined> {
  let index = Math.floor(random * places.count);
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const row = await writeOrRead(table, heldUntil({ places, index, claimant }, expires, isFree(index, now)));
    // Also if the response to the write was lost and the SDK retried it.
    if (row?.[`holder${index}`] === claimant) {
      return { places, index, claimant, isSlow: String(row['slowUntil'] ?? '') > now.toISOString() };
    }
    const free = freeIndexes(row, places, now);
    const next = free[Math.floor(random * free.length)];
    if (next === undefined) return undefined;
    index = next;
  }
  return undefined;
}

/** Marks the owner as one with a slow server. */
export const markSlow = (table: Table, places: OwnerPlaces, now: Date): Promise<unknown> => {
  const until = new Date(now.getTime() + SLOW_MS);
  return writeOrRead(table, {
    update: keyOf(places),
    with: [
      { set: 'slowUntil', to: until.toISOString() },
      { set: tableShape.timeToLive, to: Math.ceil(until.getTime() / 1000) + KEPT_SECONDS },
    ],
  });
};

/** If the place was lost, the work continues under its claim. */
export const keepPlace = (table: Table, place: WorkPlace, expires: Date): Promise<unknown> =>
  writeOrRead(table, heldUntil(place, expires, isHeldBy(place)));

export const leavePlace = (table: Table, place: WorkPlace): Promise<unknown> => {
  const { places, index } = place;
  const gone = [{ remove: holder(index) }, { remove: expiry(index) }];
  return writeOrRead(table, { update: keyOf(places), with: gone, condition: isHeldBy(place) });
};

const keyOf = ({ queue, ownerId }: OwnerPlaces) => placesKey(queue, ownerId);

const heldUntil = ({ places, index, claimant }: WorkPlace, expires: Date, condition: Condition): Write => ({
  update: keyOf(places),
  with: [
    { set: holder(index), to: claimant },
    { set: expiry(index), to: expires.toISOString() },
    { set: tableShape.timeToLive, to: Math.ceil(expires.getTime() / 1000) + KEPT_SECONDS },
  ],
  condition,
});

const isFree = (index: number, now: Date): Condition => ({
  any: [{ missing: holder(index) }, { path: expiry(index), is: '<=', value: now.toISOString() }],
});

const isHeldBy = ({ index, claimant }: WorkPlace): Condition => ({
  path: holder(index),
  is: '=',
  value: claimant,
});

const freeIndexes = (row: Item | undefined, { count }: OwnerPlaces, now: Date): number[] =>
  Array.from({ length: count }, (_, index) => index).filter((index) => {
    const until = row?.[`expiry${index}`];
    return typeof until !== 'string' || until <= now.toISOString();
  });

/** @returns the row after the write, or the current one if its condition fails. */
async function writeOrRead(table: Table, write: Write): Promise<Item | undefined> {
  try {
    return await table.commit([write], { returning: 'new' });
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return [...error.failed.values()][0];
  }
}
