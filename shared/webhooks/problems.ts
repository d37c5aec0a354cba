/** What can be wrong with webhook endpoints. Codes have hyphens, as in the specification. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const webhookProblems = problemTable({
  'webhook-endpoint-limit': {
    title: 'Too many webhook endpoints',
    when: 'The user has five webhook endpoints.',
  },
  'webhook-endpoint-disabled': {
    status: 409,
    title: 'Webhook endpoint disabled',
    when: 'A test event is requested for an endpoint that is disabled.',
  },
});
