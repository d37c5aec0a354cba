/** The DSPs of albums. */
import { assign, remove } from '../../shared/catalogue/actions/bulk.ts';
import { serveGroup } from '../../shared/service/serve-group.ts';

export const handler = serveGroup('album-dsps', {
  actions: { 'album-dsps': { 'bulk/assign': assign, 'bulk/remove': remove } },
});
