/** Matching: released tracks that resemble those of a request, by text and by sound. */
import { alphaArtists, distributors, gammaArtists, mainArtists, timeOffsets } from './api/match-parts.ts';
import { trackAnalyses } from './api/track-analyses.ts';
import { trackMatches } from './api/track-matches.ts';
import { digestWork } from './digests/digest-work.ts';
import { trackHooks } from './hooks/track-hooks.ts';
import { indexingWork } from './released/indexing-work.ts';
import { soundIndexingWork } from './released/sound-indexing-work.ts';
import { analysisWork } from './sound/analysis-work.ts';
import { matchingWork } from './text/matching-work.ts';

export const types = [
  trackMatches,
  trackAnalyses,
  mainArtists,
  distributors,
  timeOffsets,
  alphaArtists,
  gammaArtists,
] as const;
export const hooks = { tracks: trackHooks };
export const work = [matchingWork, indexingWork, soundIndexingWork, analysisWork, digestWork] as const;
export { matchingKeyRows as keys } from './keys.ts';
export { matchSources as sources } from './lists/match-sources.ts';
export { movedMatching as moves } from './moved.ts';
