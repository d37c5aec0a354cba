/** Tracks: their places on albums, artists, credits and masters. */
import { tracks } from '../../shared/api/tracks.ts';
import { trackTrends } from '../../shared/api/trends.ts';
import { makeHandler } from '../../shared/handler.ts';
import { listTrends } from '../../shared/usage/list-trends.ts';
import { albumTrackHooks } from './album-track-hooks.ts';
import { trackArtistHooks } from './track-artist-hooks.ts';
import { trackAssetHooks } from './track-asset-hooks.ts';
import { trackHooks } from './track-hooks.ts';

export const handler = makeHandler('tracks', {
  actions: { tracks: { trends: listTrends(tracks, trackTrends) } },
  hooks: {
    tracks: trackHooks,
    'album-tracks': albumTrackHooks,
    'track-artists': trackArtistHooks,
    'track-assets': trackAssetHooks,
  },
});
