/** Decides what a round does with each due delivery, before any attempt is counted. */
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { readSettings } from '../../platform/settings.ts';
import {
  afterSkippedAttempt,
  begun,
  failedDelivery,
  isUsedUp,
  postponed,
} from '../deliveries/delivery-progress.ts';
import type { EventRecord } from '../deliveries/event-record.ts';
import { eventWork } from '../deliveries/event-round.ts';
import type { Endpoints } from '../deliveries/find-event.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { laneOf, START_KEPT_MS } from '../endpoints/endpoint-pace.ts';
import { secretOf } from '../endpoints/endpoint-secret.ts';
import { reserveStart } from '../endpoints/lanes.ts';
import { type PendingDelivery, pendingOf } from '../rules/webhook-delivery.ts';
import type { Attempting, Skipped } from './round-steps.ts';
import type { Sending } from './sending.ts';

/** A fault of the service prevents the attempt, which stays due. */
interface Faulty {
  readonly fault: unknown;
}

export interface RoundPlan {
  readonly attempts: readonly Attempting[];
  readonly skipped: readonly Skipped[];
  readonly faults: readonly unknown[];
}

export async function planRound(
  event: EventRecord,
  endpoints: Endpoints,
  sending: Sending,
): Promise<RoundPlan> {
  const moment = sending.now().toISOString();
  const all = pendingOf(event.fields.deliveries);
  const due = all.filter(([, { nextAttemptAt }]) => nextAttemptAt <= moment);
  const steps = await Promise.all(
    due.map(([id, delivery]) => stepOf({ id, delivery, endpoint: endpoints.get(id), event }, sending)),
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
  readonly event: EventRecord;
}

async function stepOf(due: DueDelivery, sending: Sending): Promise<Attempting | Skipped | Faulty> {
  const { id, delivery, endpoint } = due;
  const options = { now: sending.now(), random: sending.random(), gaps: readRetryGaps(eventWork) };
  if (!endpoint) return { endpointId: id, outcome: 'gone', after: undefined };
  if (isUsedUp(delivery, options))
    return { endpointId: id, outcome: 'used_up', after: failedDelivery(delivery, options.now) };
  if (!endpoint.fields['is-active'])
    return { endpointId: id, outcome: 'disabled', after: afterSkippedAttempt(delivery, options) };
  try {
    const secret = await secretOf(endpoint, options.now);
    const later = await postponedIfSlow({ ...due, endpoint }, sending);
    if (later) return { endpointId: id, outcome: 'postponed', after: later };
    return { endpoint, secret, delivery: begun(delivery) };
  } catch (fault) {
    return { fault };
  }
}

/** @returns undefined if the attempt is made now. */
async function postponedIfSlow(
  { delivery, endpoint, event }: DueDelivery & { readonly endpoint: Endpoint },
  { table, now, random }: Sending,
): Promise<PendingDelivery | undefined> {
  const mark = endpoint.fields['slow-seconds'];
  if (mark === null) return undefined;
  const moment = now();
  const isLate = Date.parse(delivery.nextAttemptAt) + START_KEPT_MS < moment.getTime();
  if (delivery.hasStart && !isLate) return undefined;
  const start = await reserveStart(table, laneOf(endpoint, mark, readSettings().webhookPacing), moment);
  if (start && start <= moment) return undefined;
  const createdAt = event.fields['created-at'];
  return postponed(delivery, start, { now: moment, random: random(), createdAt });
}
