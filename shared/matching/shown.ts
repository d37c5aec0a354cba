/** Sources of matches and their parts. */
import type { Feature } from '../kit/crud/feature.ts';
import { matchingDeclared } from './declared.ts';
import { matchSources } from './lists/match-sources.ts';

export const matchingShown: Feature = {
  ...matchingDeclared,
  sources: matchSources,
};
