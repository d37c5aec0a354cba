/** The reading of files of a track that are not analyzed, for their digests. It shares the function that analyzes audio. */
import * as v from 'valibot';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { trackSoundKey } from '../keys.ts';
import { analysisWork } from '../sound/analysis-work.ts';

export const digestWork = defineWork({
  name: 'file-digests',
  queue: analysisWork.queue,
  called: 'digests',
  id: 'trackId',
  key: (id) => trackSoundKey(id, 'digests-work'),
  fields: {
    ownerId: v.string(),
    /** Files that were read later are not read again by this work. */
    startedAt: v.string(),
  },
});

export type FileDigests = RowOf<typeof digestWork>;
