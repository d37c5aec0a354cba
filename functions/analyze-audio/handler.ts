/** Audio queue -> what is heard of tracks, and matches by sound. */
import type { ListeningLimits } from '../../shared/audio/limits.ts';
import { type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { analysisWork } from '../../shared/matching/sound/analysis-work.ts';
import { analyze } from '../../shared/matching/sound/analyze.ts';
import { api } from '../../shared/service/api.ts';

/** @param clock for tests, and limits of files and their servers. */
export const audioAnalyzerWith = (clock: Partial<Clock> = {}, limits: Partial<ListeningLimits> = {}) =>
  consumeWork(
    { kind: analysisWork, log: 'audio', make: (attempt) => analyze({ ...attempt, api, limits }) },
    clock,
  );

export const handler = audioAnalyzerWith();
