/** Tracks with their places on albums, artists, credits and masters. */
import { tracks } from '../../shared/catalogue/api/tracks.ts';
import { serveGroup } from '../../shared/service/serve-group.ts';
import { trackTrends } from '../../shared/usage/api/trends.ts';
import { listTrends } from '../../shared/usage/trends/list-trends.ts';

export const handler = serveGroup('tracks', {
  actions: { tracks: { trends: listTrends(tracks, trackTrends) } },
});
