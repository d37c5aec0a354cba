/** The test of a connected store. A function that signs in to stores makes it, because only these have the means. */
import * as v from 'valibot';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { storeTestKey } from '../keys.ts';
import { transferQueue } from './transfer-queue.ts';

export const storeTestWork = defineWork({
  name: 'store-test',
  queue: transferQueue,
  called: 'test',
  id: 'dspId',
  key: storeTestKey,
  fields: {
    /** Also the time that `test-store` waits for. */
    asked: v.string(),
  },
  // Only the last test counts.
  isReplaced: true,
});

export type StoreTest = RowOf<typeof storeTestWork>;
