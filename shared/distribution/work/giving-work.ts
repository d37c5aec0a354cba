/** The codes of an approval that did not fit into its transaction, stored until the last track has its code. */
import * as v from 'valibot';
import { recordKey } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { reviewWork } from './review-work.ts';

export const givingWork = defineWork({
  name: 'code-giving',
  queue: reviewWork.queue,
  called: 'codes',
  id: 'requestId',
  key: (id) => ({ pk: recordKey('distribution-requests', id).pk, sk: 'codes' }),
  fields: {
    ownerId: v.string(),
    albumId: v.string(),
    /** Of the series `prefix`, by the ids of their tracks. */
    numbers: v.array(v.tuple([v.string(), v.number()])),
    /** What the codes begin with. */
    prefix: v.string(),
  },
});

export type LeftCodes = Pick<
  RowOf<typeof givingWork>,
  'requestId' | 'ownerId' | 'albumId' | 'numbers' | 'prefix'
>;
