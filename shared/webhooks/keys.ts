/** Keys of webhook endpoints, events and the rows beside them. */
import { type Key, type KeyRow, recordKey, WHOLE } from '../kit/table/keys.ts';

/** The list of endpoints that get no events, because their owner or the service has disabled them. */
export const DISABLED = 'disabled';
/** The list of active endpoints whose last attempt failed. */
export const FAILING = 'failing';

export const webhookKeyRows = {
  'webhook-endpoints': {
    covering: true,
    indexed: ['failing-since'],
    listed: {
      lists: [DISABLED, FAILING],
      listOf: ({ 'is-active': isActive, 'failing-since': failingSince }) =>
        isActive === false ? DISABLED : typeof failingSince === 'string' ? FAILING : undefined,
    },
  },
  'webhook-events': {
    sortedBy: 'created-at',
    // An event is settled until it is sent again.
    history: {
      days: 30,
      fixed: ['type', 'endpoints'],
      settling: {
        field: 'statuses',
        isSettled: (statuses) => !Object.values(Object(statuses)).includes('pending'),
      },
    },
    // Test events announce themselves, and events that are sent again start their work.
    causes: 'marked',
  },
} as const satisfies Record<string, KeyRow>;

/** The deliveries to an endpoint that were given up, sorted by time. */
export const failuresOf = (endpointId: string): string =>
  `${recordKey('webhook-endpoints', endpointId).pk}#failures`;

/** Deleted when the event is sent again. */
export const failureKey = (endpointId: string, failedAt: string, eventId: string): Key => ({
  pk: failuresOf(endpointId),
  sk: `${failedAt}#${eventId}`,
});

/** The lane that hands out start times of attempts to slow endpoints. */
export const laneKey = (name: string): Key => ({ pk: `webhook-lanes#${name}`, sk: WHOLE });
