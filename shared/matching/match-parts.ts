/** What a match lists beside its attributes, by the names of its relationships. */
import { trackMatchAlphaArtists } from './api/track-match-alpha-artists.ts';
import { trackMatchArtists } from './api/track-match-artists.ts';
import { trackMatchDistributors } from './api/track-match-distributors.ts';
import { trackMatchGammaArtists } from './api/track-match-gamma-artists.ts';
import { trackMatchTimeOffsets } from './api/track-match-time-offsets.ts';

export const matchParts = {
  artists: trackMatchArtists,
  distributors: trackMatchDistributors,
  'time-offsets': trackMatchTimeOffsets,
  'alpha-artists': trackMatchAlphaArtists,
  'gamma-artists': trackMatchGammaArtists,
} as const;

export type PartName = keyof typeof matchParts;

export const partNames = Object.keys(matchParts) as readonly PartName[];

/** Parts are numbered from 1. */
export const partId = (matchId: number | string, number: number): string => `${matchId}-${number}`;
