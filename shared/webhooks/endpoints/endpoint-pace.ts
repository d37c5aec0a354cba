/**
 * How often attempts to a slow endpoint may start, so that it holds up only a few senders. An endpoint in good health has
 * no pace, and costs nothing. Pure.
 */
import { shardOf } from '../../kit/table/shards.ts';
import type { Settings } from '../../platform/settings.ts';
import type { AttemptResult } from '../sending/attempt.ts';

/** An attempt that waits longer for its receiver marks the endpoint as slow. */
export const FAST_MS = 1000;

/** Marks are rounded up to one of these, so that an endpoint whose attempts vary a little is not written every time. */
const MARKS = [3, 6, 10] as const;
/** The mark of an endpoint that hangs: most of its attempts run into the time limit. */
export const HANGING = 10;

/**
 * @param mark the endpoint's so far, in seconds; null: it was fast.
 * @returns the mark after an attempt. Only a fast success removes it: a failure can be fast because nothing responds.
 */
export function markAfter(
  mark: number | null,
  { outcome, waitedMs }: Pick<AttemptResult, 'outcome'> & { readonly waitedMs: number },
): number | null {
  if (waitedMs <= FAST_MS && (mark === null || outcome === 'acknowledged')) return null;
  return MARKS.find((seconds) => waitedMs <= seconds * 1000) ?? HANGING;
}

/** A row that hands out the starts of attempts, one after another. */
export interface Lane {
  readonly name: string;
  readonly intervalMs: number;
}

/** There are so many lanes of each kind: those who share one wait for each other, and all of them for nobody else. */
const LANES = 8;

/**
 * The lanes are few, so that slow endpoints hold up a limited number of senders together, however many they are. Those of one
 * owner share a lane while they are slow; one that hangs goes to a lane of its kind, where nothing waits that could succeed.
 * @param mark of the endpoint, in seconds.
 */
export function laneOf(
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  mark: number,
  { slow, hanging }: Settings['webhookPacing'],
): Lane {
  return mark < HANGING
    ? { name: `slow#${shardOf(ownerId, LANES)}`, intervalMs: (mark * 1000) / slow }
    : { name: `hanging#${shardOf(id, LANES)}`, intervalMs: (mark * 1000) / hanging };
}

/** Starts are handed out for no longer than this in advance. */
export const HORIZON_MS = 60_000;

/** @param nextStart of the lane. @returns when an attempt may start, or undefined when the lane is taken for too long. */
export const startIn = (nextStart: number, now: number): number | undefined =>
  nextStart > now + HORIZON_MS ? undefined : Math.max(nextStart, now);

/** A start is used so much later at most: messages that waited for long do not all begin at the same time. */
export const START_KEPT_MS = 30_000;

const MIN_WAIT_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;

/**
 * How long a delivery waits that got no start: half of the time that it has waited so far, so that many of them do
 * not keep asking.
 * @param random from 0 to 1.
 */
export function waitWithoutStart(ageMs: number, random: number): number {
  const wait = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, ageMs / 2));
  return wait * (0.75 + random / 2);
}
