/** The types of webhook events (specification 6.3). */

/** The types a webhook endpoint can subscribe to. */
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

/** Sent only on request, to the endpoint that is being tested. */
export const TEST_EVENT = 'webhook.test';

export const eventTypes = [...subscribableEvents, TEST_EVENT] as const;
export type EventType = (typeof eventTypes)[number];
