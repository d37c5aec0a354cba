/** Artists and their profiles on DSPs. */
import { artists } from '../../shared/catalogue/api/artists.ts';
import { serveGroup } from '../../shared/service/serve-group.ts';
import { artistTrends } from '../../shared/usage/api/trends.ts';
import { listTrends } from '../../shared/usage/trends/list-trends.ts';

export const handler = serveGroup('artists', {
  actions: { artists: { trends: listTrends(artists, artistTrends) } },
});
