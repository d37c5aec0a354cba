/**
 * Slots limit how much of a function's concurrency one owner can use, so that long work of one owner does
 * not delay others. A slot is held under the claim of its work.
 */
import { ConditionsFailed } from '../table/commit.ts';
import type { Condition, Path } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { type Key, tableShape } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';

export interface OwnerSlots {
  /** Name of the variable with the queue's URL. */
  readonly queue: string;
  readonly ownerId: string;
  readonly count: number;
}

export interface WorkSlot {
  readonly slots: OwnerSlots;
  readonly index: number;
  /** Id of the claim that holds it. */
  readonly claimant: string;
}

/** Stands for an owner in the row of the slots that all work with slow servers shares. */
export const SLOW_WORK = 'slow';

/** @returns the number of slots for slow work: less than half of the concurrency. An owner has a quarter. */
export const slowSlots = (perOwner: number): number => Math.max(1, 2 * perOwner - 1);

/** How long an owner counts as one with a slow server, after it was found to be slow. */
const SLOW_MS = 10 * 60_000;

/** Unused rows are deleted after this time. */
const KEPT_SECONDS = 3600;

/** Limits the retries when many compete for slots. */
const MAX_ATTEMPTS = 4;

/** The row with the slots of an owner. @param queue name of the variable with the queue's URL. */
export const slotsKey = (queue: string, ownerId: string): Key => ({
  // The name of earlier versions, which share the row during a deployment.
  pk: `work-places#${queue}#${ownerId}`,
  sk: '#',
});

const holder = (index: number): Path => `holder${index}`;
const expiry = (index: number): Path => `expiry${index}`;

export interface TakenSlot extends WorkSlot {
  /** Whether a server of the owner was slow a while ago. */
  readonly isSlow: boolean;
}

/** @param random from 0 to 1. @returns undefined if all slots are taken. Usually takes one write. */
export async function takeSlot(
  table: Table,
  slots: OwnerSlots,
  { claimant, now, expires, random }: { claimant: string; now: Date; expires: Date; random: number },
): Promise<TakenSlot | undefined> {
  let index = Math.floor(random * slots.count);
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const row = await writeOrRead(table, heldUntil({ slots, index, claimant }, expires, isFree(index, now)));
    // Also if the response to the write was lost and the SDK retried it.
    if (row?.[`holder${index}`] === claimant) {
      const { slowUntil } = row;
      const isSlow = typeof slowUntil === 'string' && slowUntil > now.toISOString();
      return { slots, index, claimant, isSlow };
    }
    const free = freeIndexes(row, slots, now);
    const next = free[Math.floor(random * free.length)];
    if (next === undefined) return undefined;
    index = next;
  }
  return undefined;
}

/** Marks the owner as one with a slow server. */
export const markSlow = (table: Table, slots: OwnerSlots, now: Date): Promise<unknown> => {
  const until = new Date(now.getTime() + SLOW_MS);
  return writeOrRead(table, {
    update: keyOf(slots),
    with: [
      { set: 'slowUntil', to: until.toISOString() },
      { set: tableShape.timeToLive, to: Math.ceil(until.getTime() / 1000) + KEPT_SECONDS },
    ],
  });
};

/** If the slot was lost, the work continues under its claim. */
export const keepSlot = (table: Table, slot: WorkSlot, expires: Date): Promise<unknown> =>
  writeOrRead(table, heldUntil(slot, expires, isHeldBy(slot)));

export const leaveSlot = (table: Table, slot: WorkSlot): Promise<unknown> => {
  const { slots, index } = slot;
  const gone = [{ remove: holder(index) }, { remove: expiry(index) }];
  return writeOrRead(table, { update: keyOf(slots), with: gone, condition: isHeldBy(slot) });
};

const keyOf = ({ queue, ownerId }: OwnerSlots) => slotsKey(queue, ownerId);

const heldUntil = ({ slots, index, claimant }: WorkSlot, expires: Date, condition: Condition): Write => ({
  update: keyOf(slots),
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

const isHeldBy = ({ index, claimant }: WorkSlot): Condition => ({
  path: holder(index),
  is: '=',
  value: claimant,
});

const freeIndexes = (row: Item | undefined, { count }: OwnerSlots, now: Date): number[] =>
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
