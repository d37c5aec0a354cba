/** Write hooks of the catalogue. */
import type { Feature } from '../kit/crud/feature.ts';
import { catalogueDeclared } from './declared.ts';
import { albumArtistHooks } from './hooks/album-artist-hooks.ts';
import { albumDspHooks } from './hooks/album-dsp-hooks.ts';
import { albumHooks } from './hooks/album-hooks.ts';
import { albumTrackHooks } from './hooks/album-track-hooks.ts';
import { artistHooks } from './hooks/artist-hooks.ts';
import { availabilityHooks } from './hooks/availability-hooks.ts';
import { trackArtistHooks } from './hooks/track-artist-hooks.ts';
import { trackAssetHooks } from './hooks/track-asset-hooks.ts';
import { trackHooks } from './hooks/track-hooks.ts';

export const catalogueWritten: Feature = {
  ...catalogueDeclared,
  hooks: {
    artists: artistHooks,
    'artist-dsp-availabilities': availabilityHooks,
    albums: albumHooks,
    'album-artists': albumArtistHooks,
    'album-dsps': albumDspHooks,
    'album-tracks': albumTrackHooks,
    tracks: trackHooks,
    'track-artists': trackArtistHooks,
    'track-assets': trackAssetHooks,
  },
};
