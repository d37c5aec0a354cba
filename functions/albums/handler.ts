/** Albums and their artists. */
import { albums } from '../../shared/api/albums.ts';
import { albumTrends } from '../../shared/api/trends.ts';
import { makeHandler } from '../../shared/handler.ts';
import { listTrends } from '../../shared/usage/list-trends.ts';
import { albumArtistHooks } from './album-artist-hooks.ts';
import { albumHooks } from './album-hooks.ts';

export const handler = makeHandler('albums', {
  actions: { albums: { trends: listTrends(albums, albumTrends) } },
  hooks: { albums: albumHooks, 'album-artists': albumArtistHooks },
});
