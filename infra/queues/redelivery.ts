/** When messages that were not processed are received again, and how often. */
import type { WorkQueue } from '../../shared/kit/work/work-queue.ts';

const MAX_RECEIVES = 5;

/**
 * For new events, which the sweep cannot replace because they may not be in the table yet. Throttled receives
 * count, so this allows more than an hour of throttling.
 */
const MAX_RECEIVES_OF_EVENTS = 30;

/** @returns how often a message is received before it is a dead letter. */
export const maxReceives = ({ redrivenWith }: WorkQueue): number =>
  redrivenWith ? MAX_RECEIVES_OF_EVENTS : MAX_RECEIVES;

/** Longer than the timeout of any function. */
const LONGEST_VISIBILITY = 1000;

/**
 * Six times the consumer's timeout, as AWS recommends, so that throttled messages do not reappear too early.
 * Less for long work, whose claim makes duplicates harmless.
 */
export const visibilitySeconds = (timeoutSeconds: number): number =>
  Math.min(6 * timeoutSeconds, LONGEST_VISIBILITY);
