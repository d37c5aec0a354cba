/** Webhook endpoints and the history of their events. */
import { makeHandler } from '../../shared/service/handler.ts';
import { recoverEvents } from '../../shared/webhooks/actions/recover-events.ts';
import { resendEvent } from '../../shared/webhooks/actions/resend-event.ts';
import { rotateSecret } from '../../shared/webhooks/actions/rotate-secret.ts';
import { sendTest } from '../../shared/webhooks/actions/send-test.ts';
import { webhooksShown } from '../../shared/webhooks/shown.ts';
import { webhooksWritten } from '../../shared/webhooks/written.ts';

export const handler = makeHandler('webhooks', {
  features: [webhooksShown, webhooksWritten],
  actions: {
    'webhook-endpoints': { recover: recoverEvents, 'rotate-secret': rotateSecret, test: sendTest },
    'webhook-events': { resend: resendEvent },
  },
});
