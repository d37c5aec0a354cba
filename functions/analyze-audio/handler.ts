/** Audio queue -> the audio analysis of tracks, matches by sound, and reviews of requests that are held. */
import type { ListeningLimits } from '../../shared/audio/limits.ts';
import { reviewsOfTrack } from '../../shared/distribution/seen/resumed-reviews.ts';
import { type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { analysisWork } from '../../shared/matching/sound/analysis-work.ts';
import { analyze } from '../../shared/matching/sound/analyze.ts';
import { api } from '../../shared/service/api.ts';

/** @param clock for tests, and limits of files and their servers. */
export const audioAnalyzerWith = (clock: Partial<Clock> = {}, limits: Partial<ListeningLimits> = {}) =>
  consumeWork(
    {
      kind: analysisWork,
      log: 'audio',
      make: (attempt) => analyze({ ...attempt, api, limits, beside: reviewsOfTrack }),
    },
    clock,
  );

export const handler = audioAnalyzerWith();
