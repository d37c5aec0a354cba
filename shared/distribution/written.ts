/** Write hooks of distribution requests, and of the catalogue's types that distribution holds. */
import type { Feature } from '../kit/crud/feature.ts';
import { distributionDeclared } from './declared.ts';
import {
  albumHolding,
  albumTrackHolding,
  trackArtistHolding,
  trackAssetHolding,
  trackHolding,
} from './holding/holding-hooks.ts';
import { profileHolding } from './holding/profile-hooks.ts';
import { requestHooks } from './hooks/request-hooks.ts';

export const distributionWritten: Feature = {
  ...distributionDeclared,
  hooks: {
    'artist-dsp-availabilities': profileHolding,
    albums: albumHolding,
    'album-tracks': albumTrackHolding,
    tracks: trackHolding,
    'track-artists': trackArtistHolding,
    'track-assets': trackAssetHolding,
    'distribution-requests': requestHooks,
  },
};
