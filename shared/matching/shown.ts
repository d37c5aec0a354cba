/** Sources of matches and their parts. */
import type { Feature } from '../kit/crud/feature.ts';
import { matchingDeclared } from './declared.ts';
import { matchSource } from './lists/match-source.ts';
import { partSources } from './lists/part-sources.ts';

export const matchingShown: Feature = {
  ...matchingDeclared,
  sources: { 'track-matches': matchSource, ...partSources },
};
