/** Makes the index of released tracks agree with an album. */
import * as v from 'valibot';
import { defineWork, type RowOf } from '../kit/work/define-work.ts';
import { albumWork, matchingQueue } from './album-work.ts';
import { matchingWorkKey } from './keys.ts';

/** Started in the transaction in which a request of the album becomes `sent`, or the album `taken_down`. */
export const indexingWork = defineWork({
  name: 'release-indexing',
  queue: matchingQueue,
  called: 'release',
  id: 'albumId',
  key: (id) => matchingWorkKey('release', id),
  fields: {
    ...albumWork,
    /** False takes the album's tracks out of the index. */
    isReleased: v.boolean(),
  },
  // The work of an earlier transaction stops.
  isReplaced: true,
});

export type ReleaseIndexing = RowOf<typeof indexingWork>;
