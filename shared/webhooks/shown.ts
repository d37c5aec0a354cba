/** What is hidden of webhook endpoints and the history of their events, or added, when they are shown, and where those without rows are found. */
import type { Feature } from '../kit/crud/feature.ts';
import { webhookEventsView } from './views/webhook-events.ts';

export const webhooksShown: Feature = {
  views: { 'webhook-events': webhookEventsView },
};
