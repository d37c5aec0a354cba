/** What both kinds of work of match-tracks have: a queue, and rows that say how far the work on an album has come. */
import * as v from 'valibot';
import { workOwner } from '../kit/work/define-work.ts';
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
  ownerId: workOwner,
  /** The last track whose work is done; null at the beginning. */
  after: v.optional(v.nullable(v.string()), null),
} as const;
