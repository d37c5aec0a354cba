/** Decides what a round does with each delivery that is due, before anything is counted. */
import { type PendingDelivery, pendingOf } from '../../shared/domain/webhook-delivery.ts';
import type { EventRecord } from '../../shared/events/event-record.ts';
import { readSettings } from '../../shared/settings.ts';
import {
  afterSkippedAttempt,
  begun,
  failedDelivery,
  isUsedUp,
} from '../../shared/webhooks/deliveries/delivery-progress.ts';
import type { Endpoint } from '../../shared/webhooks/endpoints/endpoint.ts';
import { secretOf } from '../../shared/webhooks/endpoints/endpoint-secret.ts';
import type { Endpoints } from './found.ts';
import type { Attempting, Skipped } from './round-steps.ts';
import type { Sending } from './sending.ts';

/** A fault of the service keeps the attempt from being made: it stays due. */
interface Faulty {
  readonly fault: unknown;
}

export interface RoundPlan {
  readonly attempts: readonly Attempting[];
  readonly skipped: readonly Skipped[];
  readonly faults: readonly unknown[];
}

export async function planRound(
  { fields }: EventRecord,
  endpoints: Endpoints,
  sending: Sending,
): Promise<RoundPlan> {
  const moment = sending.now().toISOString();
  const due = pendingOf(fields.deliveries).filter(([, { nextAttemptAt }]) => nextAttemptAt <= moment);
  const steps = await Promise.all(
    due.map(([id, delivery]) => stepOf({ id, delivery, endpoint: endpoints.get(id) }, sending)),
  );
  return {
    attempts: steps.filter((step) => 'secret' in step),
    skipped: steps.filter((step) => 'outcome' in step),
    faults: steps.flatMap((step) => ('fault' in step ? [step.fault] : [])),
  };
}

interface DueDelivery {
  readonly id: string;
  readonly delivery: PendingDelivery;
  readonly endpoint: Endpoint | undefined;
}

async function stepOf(
  { id, delivery, endpoint }: DueDelivery,
  { now, random }: Sending,
): Promise<Attempting | Skipped | Faulty> {
  const options = { now: now(), random: random(), gaps: readSettings().webhookRetryGaps };
  if (!endpoint) return { endpointId: id, outcome: 'gone', after: undefined };
  if (isUsedUp(delivery, options))
    return { endpointId: id, outcome: 'used_up', after: failedDelivery(delivery) };
  if (!endpoint.fields['is-active'])
    return { endpointId: id, outcome: 'disabled', after: afterSkippedAttempt(delivery, options) };
  try {
    return { endpoint, secret: await secretOf(endpoint, now()), delivery: begun(delivery) };
  } catch (fault) {
    return { fault };
  }
}
