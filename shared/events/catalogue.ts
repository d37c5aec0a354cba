/** The event types this service announces (specification 6.3), and which of them an endpoint can subscribe to. */

export const subscribableEvents = [
  'album.status_changed',
  'distribution_request.status_changed',
  'delivery.created',
  'store_delivery.sent',
  'store_delivery.completed',
  'store_delivery.rejected',
  'store_delivery.failed',
  'store_delivery.skipped',
  'analytics_report.completed',
  'analytics_report.failed',
] as const;

/** Sent on request only, to the endpoint that asked. */
export const TEST_EVENT = 'webhook.test';

export const eventTypes = [...subscribableEvents, TEST_EVENT] as const;
export type EventType = (typeof eventTypes)[number];

/** Where events come from: what the rules of the bus select by. */
export const EVENT_SOURCE = 'music-distribution';

/** A row with this attribute announces its changes: what publish-changes is woken by. */
export const CAUSE_ATTRIBUTE = 'causes';
