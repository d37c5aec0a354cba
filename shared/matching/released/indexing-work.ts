/** Updates the index of released tracks for an album. */
import * as v from 'valibot';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { albumWorkFields, matchingQueue } from '../album-work.ts';
import { matchingWorkKey } from '../keys.ts';

/** Started in the transaction that makes a request of the album `sent` or the album `taken_down`. */
export const indexingWork = defineWork({
  name: 'release-indexing',
  queue: matchingQueue,
  called: 'release',
  id: 'albumId',
  key: (id) => matchingWorkKey('release', id),
  fields: {
    ...albumWorkFields,
    /** False removes the album's tracks from the index. */
    isReleased: v.boolean(),
  },
  // New work replaces the unfinished work of an earlier transaction.
  isReplaced: true,
});

export type ReleaseIndexing = RowOf<typeof indexingWork>;
