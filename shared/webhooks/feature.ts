/** Webhooks: endpoints of owners, and the events that are sent to them. */
import { testEvents } from './announced-events.ts';
import { webhookEndpoints } from './api/webhook-endpoints.ts';
import { webhookEvents } from './api/webhook-events.ts';
import { eventWork } from './deliveries/event-round.ts';
import { recoveryWork } from './deliveries/recovery-work.ts';
import { endpointHooks } from './hooks/endpoint-hooks.ts';
import { webhookEventsView } from './views/webhook-events.ts';

export const types = [webhookEndpoints, webhookEvents] as const;
export const views = { 'webhook-events': webhookEventsView };
export const hooks = { 'webhook-endpoints': endpointHooks };
export const work = [eventWork, recoveryWork] as const;
export const events = { 'webhook-events': testEvents };
export { webhookKeyRows as keys } from './keys.ts';
export { movedWebhooks as moves } from './moved.ts';
export { webhookProblems as problems } from './problems.ts';
