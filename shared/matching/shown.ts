/** What is hidden of matches, or added, when they are shown, and where those without rows are found. */
import type { Feature } from '../kit/crud/feature.ts';
import { matchSource } from './match-source.ts';
import { partSources } from './part-sources.ts';

export const matchingShown: Feature = {
  sources: { 'track-matches': matchSource, ...partSources },
};
