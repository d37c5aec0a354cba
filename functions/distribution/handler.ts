/** Distribution requests and their deliveries. */
import { preapprove, reject } from '../../shared/distribution/actions/decisions.ts';
import { serveGroup } from '../../shared/service/serve-group.ts';

export const handler = serveGroup('distribution', {
  actions: { 'distribution-requests': { preapprove, reject } },
});
