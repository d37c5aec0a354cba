/** Takes the attempt that a message asks for, so that of all who were told of it one makes it. */

import type { Sending } from '../../functions/send-webhooks/sending.ts';
import { send } from '../queue/queue.ts';
import { environment } from '../settings.ts';
import { ConditionsFailed } from '../table/commit.ts';
import { equal } from '../table/expressions.ts';
import { deliveryKey } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import { type Delivery, toDelivery } from '../webhooks/deliveries/delivery.ts';
import { type DeliveryMessage, fitsTheQueue, messageFor } from '../webhooks/deliveries/delivery-work.ts';

/** Longer than an attempt can take; past it, its sender has crashed. */
const CLAIM_MS = 30_000;

/** Why there is nothing to do: somebody else does it, did it, or it is not yet time. */
export type Refusal = 'unknown' | 'finished' | 'over' | 'taken' | 'early';

export async function claim(message: DeliveryMessage, sending: Sending): Promise<Delivery | Refusal> {
  const now = sending.now();
  try {
    const row = await sending.table.commit([claiming(message, now)], { returning: 'new' });
    return row ? toDelivery(row) : 'unknown';
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const [row] = error.failed.values();
    return row ? refused(toDelivery(row), message, now) : 'unknown';
  }
}

function claiming({ eventId, endpointId, attempt }: DeliveryMessage, now: Date): Write {
  return {
    update: deliveryKey(eventId, endpointId),
    // The row keeps its place in the due index: past the claim, the next sweep finds it there.
    with: [{ set: 'claimedUntil', to: new Date(now.getTime() + CLAIM_MS).toISOString() }],
    condition: {
      all: [
        equal('status', 'pending'),
        equal('position', attempt),
        { path: 'nextAttemptAt', is: '<=', value: now.toISOString() },
        { any: [equal('claimedUntil', null), { path: 'claimedUntil', is: '<=', value: now.toISOString() }] },
      ],
    },
  };
}

async function refused(delivery: Delivery, { attempt }: DeliveryMessage, now: Date): Promise<Refusal> {
  if (delivery.status !== 'pending') return 'finished';
  if (delivery.position !== attempt) return 'over';
  if (delivery.nextAttemptAt <= now.toISOString()) return 'taken';
  // Clocks differ a little, and queues hold back by whole seconds.
  if (fitsTheQueue(delivery, now)) {
    await send(environment('WEBHOOK_QUEUE_URL'), [messageFor(delivery, now)]);
  }
  return 'early';
}
