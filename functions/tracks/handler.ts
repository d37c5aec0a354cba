/** Tracks: their places on albums, artists, credits and masters. */
import { makeHandler } from '../../shared/handler.ts';
import { albumTrackHooks } from './album-track-hooks.ts';
import { trackArtistHooks } from './track-artist-hooks.ts';
import { trackAssetHooks } from './track-asset-hooks.ts';
import { trackHooks } from './track-hooks.ts';

export const handler = makeHandler('tracks', {
  hooks: {
    tracks: trackHooks,
    'album-tracks': albumTrackHooks,
    'track-artists': trackArtistHooks,
    'track-assets': trackAssetHooks,
  },
});
