/** How webhook endpoints and events are kept, and the rows beside them. */
import { type Key, type KeyRow, WHOLE } from '../kit/table/keys.ts';

export const webhookKeyRows = {
  'webhook-endpoints': { covering: true },
  // Only a test event causes an event, itself.
  'webhook-events': { sortedBy: 'created-at', indexed: ['endpoints'], causes: 'marked' },
} as const satisfies Record<string, KeyRow>;

/** Hands out the starts of attempts to webhook endpoints that are slow. */
export const laneKey = (name: string): Key => ({ pk: `webhook-lanes#${name}`, sk: WHOLE });
