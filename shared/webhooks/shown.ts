/** View of webhook events. */
import type { Feature } from '../kit/crud/feature.ts';
import { webhookEventsView } from './views/webhook-events.ts';

export const webhooksShown: Feature = {
  views: { 'webhook-events': webhookEventsView },
};
