/** Audio queue -> what is heard of tracks, and matches by sound. */
import { type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { analysisWork } from '../../shared/matching/sound/analysis-work.ts';
import { analyze } from '../../shared/matching/sound/analyze.ts';
import { api } from '../../shared/service/api.ts';

/** @param clock for tests. */
export const audioAnalyzerWith = (clock: Partial<Clock> = {}) =>
  consumeWork({ kind: analysisWork, log: 'audio', make: (attempt) => analyze({ ...attempt, api }) }, clock);

export const handler = audioAnalyzerWith();
