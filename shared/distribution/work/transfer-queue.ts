/** The queue of all work for which a function signs in to a store. */
import type { WorkQueue } from '../../kit/work/work-queue.ts';

export const transferQueue = {
  name: 'Transfer',
  consumer: 'transfer-releases',
  mapping: 'ReleasesToTransfer',
  // A quarter is for one store, and stores limit the connections of a sender.
  concurrency: { standard: 10, prod: 20, local: 8 },
} as const satisfies WorkQueue;
