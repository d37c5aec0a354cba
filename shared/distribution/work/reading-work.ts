/** Reads the acknowledgements of a connected store, again and again. */
import * as v from 'valibot';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { storeReadingKey } from '../keys.ts';
import { transferQueue } from './transfer-queue.ts';

export const storeReadingWork = defineWork({
  name: 'store-reading',
  queue: transferQueue,
  called: 'reading',
  id: 'dspId',
  key: storeReadingKey,
  fields: {
    /** The DSP, because a slow store must not delay others. */
    ownerId: v.string(),
    /** When `read-store` asked for it, and waits; null for a reading on schedule. */
    asked: v.optional(v.nullable(v.string()), null),
  },
  // `read-store` reads immediately.
  isReplaced: true,
  // The time between two readings.
  retryGaps: { setting: 'reading', standard: [900], local: [5] },
});

export type StoreReading = RowOf<typeof storeReadingWork>;
