/** Problems of webhook endpoints. Their codes have hyphens, as in the specification. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const webhookProblems = problemTable({
  'webhook-endpoint-limit': {
    title: 'Too many webhook endpoints',
    when: 'The user already has five webhook endpoints.',
  },
  'webhook-endpoint-disabled': {
    status: 409,
    title: 'Webhook endpoint disabled',
    when: 'A test event, or the recovery of events, was requested for a disabled endpoint.',
  },
  nothing_to_resend: {
    status: 409,
    title: 'Nothing to send again',
    when: 'An event has no finished delivery to an active endpoint, or is being sent.',
  },
});
