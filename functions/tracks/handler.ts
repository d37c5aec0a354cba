/** Tracks: their places on albums, artists, credits and masters. */

import { tracks } from '../../shared/catalogue/api/tracks.ts';
import { albumTrackHooks } from '../../shared/catalogue/hooks/album-track-hooks.ts';
import { trackArtistHooks } from '../../shared/catalogue/hooks/track-artist-hooks.ts';
import { trackAssetHooks } from '../../shared/catalogue/hooks/track-asset-hooks.ts';
import { trackHooks } from '../../shared/catalogue/hooks/track-hooks.ts';
import { alsoRemoving } from '../../shared/kit/crud/write/also-removing.ts';
import { removeMatches } from '../../shared/matching/remove-matches.ts';
import { makeHandler } from '../../shared/service/handler.ts';
import { trackTrends } from '../../shared/usage/api/trends.ts';
import { listTrends } from '../../shared/usage/trends/list-trends.ts';

export const handler = makeHandler('tracks', {
  actions: { tracks: { trends: listTrends(tracks, trackTrends) } },
  hooks: {
    tracks: alsoRemoving(trackHooks, removeMatches),
    'album-tracks': albumTrackHooks,
    'track-artists': trackArtistHooks,
    'track-assets': trackAssetHooks,
  },
});
