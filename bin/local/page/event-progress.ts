/** The attempts to deliver an event, from the changes of its row. */
import type { Deliveries, Delivery } from '../../../shared/webhooks/rules/webhook-delivery.ts';
import { addHop, type Trail } from './trails.ts';

interface Change {
  readonly before: Deliveries;
  readonly after: Deliveries;
  readonly now: number;
}

export function followDeliveries(trail: Trail, { before, after, now }: Change): void {
  for (const [endpoint, delivery] of Object.entries(after))
    followDelivery(trail, { endpoint, before: before[endpoint], after: delivery, now });
  const all = Object.values(after);
  if (all.length === 0) return;
  const wasPending = Object.values(before).some(isPending) || Object.keys(before).length === 0;
  if (all.some(isPending)) trail.status = 'under way';
  else if (wasPending) {
    const failed = all.filter(({ status }) => status === 'failed').length;
    trail.status = failed > 0 ? 'failed' : 'done';
    const text = failed > 0 ? `${failed} of ${all.length} deliveries failed` : 'delivered to every endpoint';
    addHop(trail, { what: 'end', at: now, text, isOk: failed === 0 });
  }
}

interface DeliveryChange {
  readonly endpoint: string;
  readonly before: Delivery | undefined;
  readonly after: Delivery;
  readonly now: number;
}

function followDelivery(trail: Trail, { endpoint, before, after, now }: DeliveryChange): void {
  const name = `endpoint ${endpoint}, attempt ${after.attempts}`;
  if (after.attempts > (before?.attempts ?? 0)) {
    addHop(trail, { what: 'attempt', at: now, text: name });
    return;
  }
  if (!before || JSON.stringify(before) === JSON.stringify(after)) return;
  const open = trail.hops.findLast(({ text, isOk }) => text === name && isOk === undefined);
  const next = after.status === 'pending' ? `, again ${laterText(after.nextAttemptAt, now)}` : '';
  if (!open) {
    addHop(trail, { what: 'attempt', at: now, text: `endpoint ${endpoint}: no attempt was made${next}` });
    return;
  }
  open.isOk = after.status === 'succeeded';
  open.text = `${name}: ${resultOf(after)}${next}`;
}

/** The status of the response, or why there is none. */
const resultOf = ({ failureReason, lastResponseStatus }: Delivery): string =>
  failureReason === null || failureReason === 'status'
    ? `status ${lastResponseStatus}`
    : failureReason.replaceAll('_', ' ');

/** @param at in ISO 8601. */
export const laterText = (at: string, now: number): string =>
  `after ${Math.max(0, Math.round((Date.parse(at) - now) / 1000))} s`;

const isPending = ({ status }: Delivery): boolean => status === 'pending';
