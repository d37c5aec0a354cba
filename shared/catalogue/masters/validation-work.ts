/** The pending validation of a master, stored as a row beside its record, and its queue. */
import * as v from 'valibot';
import { recordKey } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import type { WorkQueue } from '../../kit/work/work-queue.ts';

export const validationQueue = {
  name: 'Validation',
  consumer: 'validate-assets',
  mapping: 'AssetsToValidate',
  // Most of the time is spent waiting for other servers.
  concurrency: { standard: 10, prod: 50, local: 8 },
} as const satisfies WorkQueue;

export const validationWork = defineWork({
  name: 'asset-validation',
  queue: validationQueue,
  id: 'assetId',
  key: (id) => ({ pk: recordKey('track-assets', id).pk, sk: 'validation' }),
  fields: { ownerId: v.string() },
  retryGaps: { setting: 'validation', standard: [10, 60], local: [2, 10] },
});

export type Validation = RowOf<typeof validationWork>;
