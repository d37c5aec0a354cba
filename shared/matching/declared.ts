/** All resources of matching. A new resource needs a line here and a key row in keys.ts. */
import { defineApi } from '../kit/declare/api.ts';
import { matchParts } from './api/match-parts.ts';
import { trackAnalyses } from './api/track-analyses.ts';
import { trackMatches } from './api/track-matches.ts';
import { matchingKeyRows } from './keys.ts';

export const matchingDeclared = defineApi({
  resources: [trackMatches, trackAnalyses, ...Object.values(matchParts)],
  keys: matchingKeyRows,
});
