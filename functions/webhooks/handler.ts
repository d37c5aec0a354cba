/** Webhook endpoints and the history of their events. */
import { makeHandler } from '../../shared/service/handler.ts';
import { rotateSecret } from '../../shared/webhooks/actions/rotate-secret.ts';
import { sendTest } from '../../shared/webhooks/actions/send-test.ts';
import { endpointHooks } from '../../shared/webhooks/hooks/endpoint-hooks.ts';

export const handler = makeHandler('webhooks', {
  actions: { 'webhook-endpoints': { 'rotate-secret': rotateSecret, test: sendTest } },
  hooks: { 'webhook-endpoints': endpointHooks },
});
