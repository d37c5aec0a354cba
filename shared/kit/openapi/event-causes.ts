/** When each type of event is sent (specification 6.3), for the API reference: a line for every type. */
import type { EventType } from '../../webhooks/rules/event-types.ts';

export const eventCauses: Readonly<Record<EventType, string>> = {
  'album.status_changed': 'An album has another status',
  'distribution_request.status_changed': 'A distribution request was created, or has another status',
  'delivery.created': 'A delivery of an album to a store was sent, or could not be',
  'store_delivery.sent': 'The release was sent to the store',
  'store_delivery.completed': 'The store has confirmed the delivery',
  'store_delivery.rejected': 'The store has rejected the delivery',
  'store_delivery.failed': 'The release could not be sent to the store',
  'store_delivery.skipped': 'The store does not need the delivery',
  'analytics_report.completed': 'An analytics report is ready',
  'analytics_report.failed': 'An analytics report could not be made',
  'webhook.test': 'An event was asked for with POST /webhook-endpoints/{id}/test',
};
