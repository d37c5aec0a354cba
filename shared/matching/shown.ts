/** Sources of matches and their parts. */
import type { Feature } from '../kit/crud/feature.ts';
import { matchingDeclared } from './declared.ts';
import { matchSource } from './match-source.ts';
import { partSources } from './part-sources.ts';

export const matchingShown: Feature = {
  ...matchingDeclared,
  sources: { 'track-matches': matchSource, ...partSources },
};
