/** Albums and their artists. */

import { albums } from '../../shared/catalogue/api/albums.ts';
import { albumArtistHooks } from '../../shared/catalogue/hooks/album-artist-hooks.ts';
import { albumHooks } from '../../shared/catalogue/hooks/album-hooks.ts';
import { makeHandler } from '../../shared/service/handler.ts';
import { albumTrends } from '../../shared/usage/api/trends.ts';
import { listTrends } from '../../shared/usage/trends/list-trends.ts';

export const handler = makeHandler('albums', {
  actions: { albums: { trends: listTrends(albums, albumTrends) } },
  hooks: { albums: albumHooks, 'album-artists': albumArtistHooks },
});
