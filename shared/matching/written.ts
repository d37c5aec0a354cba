/** What is decided when matches are written. */
import { tracks } from '../catalogue/api/tracks.ts';
import type { Feature } from '../kit/crud/feature.ts';
import { hooksOf } from '../kit/crud/write/hooks.ts';
import { removeMatches } from './remove-matches.ts';

export const matchingWritten: Feature = {
  hooks: { tracks: hooksOf(tracks, { remove: removeMatches }) },
};
