/** Webhook endpoints and the history of their events. */
import { serveGroup } from '../../shared/service/serve-group.ts';
import { recoverEvents } from '../../shared/webhooks/actions/recover-events.ts';
import { resendEvent } from '../../shared/webhooks/actions/resend-event.ts';
import { rotateSecret } from '../../shared/webhooks/actions/rotate-secret.ts';
import { sendTest } from '../../shared/webhooks/actions/send-test.ts';

export const handler = serveGroup('webhooks', {
  actions: {
    'webhook-endpoints': { recover: recoverEvents, 'rotate-secret': rotateSecret, test: sendTest },
    'webhook-events': { resend: resendEvent },
  },
});
