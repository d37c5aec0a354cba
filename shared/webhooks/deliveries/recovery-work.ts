/** The work of sending all events again whose delivery to an endpoint was given up. */
import * as v from 'valibot';
import { recordKey } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { eventWork } from './event-round.ts';

/** Sort keys of failures, both of which are included. */
const stretch = v.object({ from: v.string(), upTo: v.string() });

export type Stretch = v.InferOutput<typeof stretch>;

export const recoveryWork = defineWork({
  name: 'webhook-recovery',
  queue: eventWork.queue,
  called: 'recovery',
  id: 'endpointId',
  key: (id) => ({ pk: recordKey(webhookEndpoints.type, id).pk, sk: 'recovery' }),
  fields: {
    /** The failures that requests have promised to send again, in order and without overlaps. */
    stretches: v.array(stretch),
    /** Incremented by each request that adds failures while the work is not done. */
    revision: v.number(),
    /** Unique id of the last of these requests, which may not have seen the response to its write. */
    requestId: v.string(),
  },
});

export type Recovery = RowOf<typeof recoveryWork>;

/** @returns the stretches in order, with those joined that overlap. */
export function joinedStretches(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const each of stretches.toSorted((left, right) => (left.from < right.from ? -1 : 1))) {
    const last = all.at(-1);
    if (!last || last.upTo < each.from) all.push(each);
    else all[all.length - 1] = { from: last.from, upTo: last.upTo > each.upTo ? last.upTo : each.upTo };
  }
  return all;
}
