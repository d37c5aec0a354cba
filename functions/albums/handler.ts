/** Albums and their artists. */

import { albumTrends } from '../../shared/api/trends.ts';
import { albums } from '../../shared/catalogue/api/albums.ts';
import { albumArtistHooks } from '../../shared/catalogue/hooks/album-artist-hooks.ts';
import { albumHooks } from '../../shared/catalogue/hooks/album-hooks.ts';
import { makeHandler } from '../../shared/handler.ts';
import { listTrends } from '../../shared/usage/list-trends.ts';

export const handler = makeHandler('albums', {
  actions: { albums: { trends: listTrends(albums, albumTrends) } },
  hooks: { albums: albumHooks, 'album-artists': albumArtistHooks },
});
