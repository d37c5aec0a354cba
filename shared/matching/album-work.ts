/** Shared by both kinds of work of match-tracks: the queue, and fields for the progress on an album. */
import * as v from 'valibot';
import type { WorkQueue } from '../kit/work/work-queue.ts';
import { matchingWorkKey } from './keys.ts';

export const matchingQueue = {
  name: 'Matching',
  consumer: 'match-tracks',
  mapping: 'TracksToMatch',
  concurrency: { standard: 10, prod: 20, local: 4 },
  rows: matchingWorkKey('*', '*').pk,
} as const satisfies WorkQueue;

export const albumWork = {
  ownerId: v.string(),
  /** The last track that was processed; null at the beginning. */
  after: v.optional(v.nullable(v.string()), null),
} as const;
