/**
 * The places of one owner at a function that takes work from a queue: a part of its concurrency, so that its other
 * invocations are left to others however long the work of one owner takes. A place is held under the claim of its work.
 */
import { ConditionsFailed } from '../table/commit.ts';
import type { Condition, Path } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { tableShape } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { placesKey } from './places-key.ts';

/** The places of an owner at the function of one queue. */
export interface OwnerPlaces {
  /** The variable that holds the address of the queue. */
  readonly queue: string;
  readonly ownerId: string;
  readonly count: number;
}

export interface WorkPlace {
  readonly places: OwnerPlaces;
  readonly index: number;
  /** Whose claim it is held under. */
  readonly claimant: string;
}

interface Taking {
  readonly claimant: string;
  readonly now: Date;
  readonly expires: Date;
  /** From 0 to 1. */
  readonly random: number;
}

/** A row that nobody used for so long is forgotten. */
const KEPT_SECONDS = 3600;

/** When many ask at the same time, one that loses a place this often gets none. */
const MAX_ATTEMPTS = 4;

const holder = (index: number): Path => `holder${index}`;
const expiry = (index: number): Path => `expiry${index}`;

/** @returns undefined when the owner's places are taken. One write, or a second one when the first place is taken. */
export async function takePlace(
  table: Table,
  places: OwnerPlaces,
  { claimant, now, expires, random }: Taking,
): Promise<WorkPlace | undefined> {
  let index = Math.floor(random * places.count);
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const row = await written(table, heldUntil({ places, index, claimant }, expires, isFree(index, now)));
    // The response to the write was lost, and the client tried again.
    if (row === 'written' || row?.[`holder${index}`] === claimant) return { places, index, claimant };
    const free = freeIndexes(row, places, now);
    const next = free[Math.floor(random * free.length)];
    if (next === undefined) return undefined;
    index = next;
  }
  return undefined;
}

/** A place that was lost stays lost: the work goes on, under its claim. */
export const keepPlace = (table: Table, place: WorkPlace, expires: Date): Promise<unknown> =>
  written(table, heldUntil(place, expires, isHeldBy(place)));

export const leavePlace = (table: Table, place: WorkPlace): Promise<unknown> => {
  const { places, index } = place;
  const gone = [{ remove: holder(index) }, { remove: expiry(index) }];
  return written(table, { update: keyOf(places), with: gone, condition: isHeldBy(place) });
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

/** @returns the row as it is when the condition of the write does not hold. */
async function written(table: Table, write: Write): Promise<'written' | Item | undefined> {
  try {
    await table.commit([write]);
    return 'written';
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return [...error.failed.values()][0];
  }
}
