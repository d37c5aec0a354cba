/** Distribution requests and the deliveries that come of them. */

import { preapprove, reject } from '../../shared/distribution/actions/decisions.ts';
import { requestHooks } from '../../shared/distribution/hooks/request-hooks.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('distribution', {
  actions: { 'distribution-requests': { preapprove, reject } },
  hooks: { 'distribution-requests': requestHooks },
});
