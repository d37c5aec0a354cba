/** Distribution requests and the deliveries that come of them. */
import { makeHandler } from '../../shared/handler.ts';
import { preapprove, reject } from './decisions.ts';
import { requestHooks } from './request-hooks.ts';

export const handler = makeHandler('distribution', {
  actions: { 'distribution-requests': { preapprove, reject } },
  hooks: { 'distribution-requests': requestHooks },
});
