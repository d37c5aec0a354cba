/** Keys of webhook endpoints, events and the rows beside them. */
import { type Key, type KeyRow, WHOLE } from '../kit/table/keys.ts';

export const webhookKeyRows = {
  'webhook-endpoints': { covering: true },
  // Only test events announce themselves.
  'webhook-events': { sortedBy: 'created-at', indexed: ['endpoints'], causes: 'marked' },
} as const satisfies Record<string, KeyRow>;

/** The lane that hands out start times of attempts to slow endpoints. */
export const laneKey = (name: string): Key => ({ pk: `webhook-lanes#${name}`, sk: WHOLE });
