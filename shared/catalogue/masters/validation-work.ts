/** The validation of a master that is pending, as a row of the table beside its record. */
import { recordKey } from '../../kit/table/keys.ts';
import { defineWork, type RowOf, workOwner } from '../../kit/work/define-work.ts';

export const validationWork = defineWork({
  name: 'asset-validation',
  queue: {
    name: 'Validation',
    consumer: 'validate-assets',
    mapping: 'AssetsToValidate',
    // It waits for the servers of others most of the time.
    concurrency: { standard: 10, prod: 50, local: 8 },
  },
  id: 'assetId',
  key: (id) => ({ pk: recordKey('track-assets', id).pk, sk: 'validation' }),
  fields: { ownerId: workOwner },
  retryGaps: { setting: 'validation', standard: [10, 60], local: [2, 10] },
});

export type Validation = RowOf<typeof validationWork>;
