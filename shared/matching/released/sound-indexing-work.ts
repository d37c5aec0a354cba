/** Updates the index by sound after the analysis, release, takedown or deletion of a track, or new audio. */
import * as v from 'valibot';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { matchingQueue } from '../album-work.ts';
import { matchingWorkKey } from '../keys.ts';

export const soundIndexingWork = defineWork({
  name: 'sound-indexing',
  queue: matchingQueue,
  called: 'sound',
  id: 'trackId',
  key: (id) => matchingWorkKey('sound', id),
  fields: {
    ownerId: v.string(),
    /** Repeats writes that an interrupted function may have disturbed (index-sound.ts). */
    isRepeated: v.optional(v.boolean()),
  },
  isReplaced: true,
});

export type SoundIndexing = RowOf<typeof soundIndexingWork>;
