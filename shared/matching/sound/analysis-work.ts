/** The analysis of a track's audio. It starts with a request, or when a track is released without analysis. */
import * as v from 'valibot';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { trackSoundKey } from '../keys.ts';

export const analysisWork = defineWork({
  name: 'audio-analysis',
  queue: {
    name: 'Audio',
    consumer: 'analyze-audio',
    mapping: 'AudioToAnalyze',
    // Each decodes one file, which takes a processor.
    concurrency: { standard: 5, prod: 50, local: 2 },
  },
  id: 'trackId',
  key: (id) => trackSoundKey(id, 'work'),
  fields: { ownerId: v.string() },
  isReplaced: true,
  retryGaps: { setting: 'audio', standard: [10, 60], local: [2, 10] },
});

export type AudioAnalysis = RowOf<typeof analysisWork>;
