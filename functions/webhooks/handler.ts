/** Webhook endpoints and the history of their events. */
import { makeHandler } from '../../shared/handler.ts';
import { endpointHooks } from './endpoint-hooks.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sendTest } from './send-test.ts';

export const handler = makeHandler('webhooks', {
  actions: { 'webhook-endpoints': { 'rotate-secret': rotateSecret, test: sendTest } },
  hooks: { 'webhook-endpoints': endpointHooks },
});
