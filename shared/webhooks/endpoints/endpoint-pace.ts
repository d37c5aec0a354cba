/**
 * Limits how often attempts to a slow endpoint start, so that it occupies only a few senders. Healthy
 * endpoints are not paced and cost no extra writes. Pure.
 */
import { shardOf } from '../../kit/table/shards.ts';
import type { Settings } from '../../platform/settings.ts';
import type { AttemptResult } from '../attempt-result.ts';

/** A longer wait for the receiver marks the endpoint as slow. */
export const FAST_MS = 1000;

/** Marks are rounded up to one of these, to avoid a write for every small variation. */
const MARKS = [3, 6, 10] as const;
/** The mark of an endpoint whose attempts usually time out. */
export const HANGING = 10;

/**
 * @param mark the current mark in seconds; null for a fast endpoint.
 * @returns the mark after an attempt. Only a fast success removes it, because failures can be fast too.
 */
export function markAfter(
  mark: number | null,
  { outcome, waitedMs }: Pick<AttemptResult, 'outcome'> & { readonly waitedMs: number },
): number | null {
  if (waitedMs <= FAST_MS && (mark === null || outcome === 'acknowledged')) return null;
  return MARKS.find((seconds) => waitedMs <= seconds * 1000) ?? HANGING;
}

/** A row that hands out start times of attempts, one after another. */
export interface Lane {
  readonly name: string;
  readonly intervalMs: number;
}

/** Lanes of each kind. Endpoints in the same lane wait for each other, but not for any others. */
const LANES = 8;

/**
 * The number of lanes limits how many senders slow endpoints occupy. Slow endpoints of an owner share a lane.
 * Hanging endpoints have other lanes, so that they do not delay attempts that may succeed.
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

/** Start times are handed out at most this far ahead. */
export const HORIZON_MS = 60_000;

/** @param nextStart of the lane. @returns when an attempt may start, or undefined if the lane is full. */
export const startIn = (nextStart: number, now: number): number | undefined =>
  nextStart > now + HORIZON_MS ? undefined : Math.max(nextStart, now);

/** How late a start time may be used. Later messages need a new one, so that they do not start together. */
export const START_KEPT_MS = 30_000;

const MIN_WAIT_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;

/**
 * How long a delivery without a start time waits: half of its age, so that many such deliveries do not keep
 * asking.
 * @param random between 0 and 1.
 */
export function waitWithoutStart(ageMs: number, random: number): number {
  const wait = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, ageMs / 2));
  return wait * (0.75 + random / 2);
}
