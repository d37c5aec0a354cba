/** View of webhook events. */
import type { Feature } from '../kit/crud/feature.ts';
import { webhooksDeclared } from './declared.ts';
import { webhookEventsView } from './views/webhook-events.ts';

export const webhooksShown: Feature = {
  ...webhooksDeclared,
  views: { 'webhook-events': webhookEventsView },
};
