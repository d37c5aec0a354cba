/**
 * Audio queue -> the audio analysis of tracks, matches by sound, and reviews of requests that are held; and the digests of
 * files that are not analyzed.
 */
import * as v from 'valibot';
import type { ListeningLimits } from '../../shared/audio/limits.ts';
import { reviewsOfTrack } from '../../shared/distribution/seen/resumed-reviews.ts';
import { attempt, type Clock } from '../../shared/kit/work/attempt.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { type Digesting, digestFiles } from '../../shared/matching/digests/digest-files.ts';
import { digestWork } from '../../shared/matching/digests/digest-work.ts';
import { analysisWork } from '../../shared/matching/sound/analysis-work.ts';
import { type Analyzing, analyze } from '../../shared/matching/sound/analyze.ts';
import { api } from '../../shared/service/api.ts';

/** @param clock for tests, and limits of files and their servers. */
export const audioAnalyzerWith = (clock: Partial<Clock> = {}, limits: Partial<ListeningLimits> = {}) =>
  consume({
    schema: v.union([digestWork.messageSchema, analysisWork.messageSchema]),
    subject: ({ id, attempt: position }) => ({ [analysisWork.id]: id, position }),
    process: (message, table) => {
      const clocked = { ...clock, table };
      return message.kind === undefined
        ? attempt(analyses(limits), message, clocked)
        : attempt(digests(limits), message, clocked);
    },
    fault: 'audio.fault',
  });

type Limits = Partial<ListeningLimits>;

const analyses = (limits: Limits) => ({
  kind: analysisWork,
  log: 'audio',
  make: (made: Omit<Analyzing, 'api' | 'limits' | 'beside'>) =>
    analyze({ ...made, api, limits, beside: reviewsOfTrack }),
});

const digests = (limits: Limits) => ({
  kind: digestWork,
  log: 'digests',
  make: (made: Omit<Digesting, 'api' | 'limits'>) => digestFiles({ ...made, api, limits }),
});

export const handler = audioAnalyzerWith();
