/** Albums and their artists. */
import { albums } from '../../shared/catalogue/api/albums.ts';
import { validateAlbum } from '../../shared/distribution/actions/validate-album.ts';
import { serveGroup } from '../../shared/service/serve-group.ts';
import { albumTrends } from '../../shared/usage/api/trends.ts';
import { listTrends } from '../../shared/usage/trends/list-trends.ts';

export const handler = serveGroup('albums', {
  actions: { albums: { trends: listTrends(albums, albumTrends), validate: validateAlbum } },
});
