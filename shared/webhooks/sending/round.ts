/** A round of an event: counts the due attempts, makes them in parallel, and records the results. */
import { startCount } from '../../kit/records/history-writes.ts';
import { claimExpiry } from '../../kit/work/claim.ts';
import { enqueue } from '../../kit/work/kind.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { describedError, writeLine } from '../../platform/log.ts';
import { readSettings } from '../../platform/settings.ts';
import type { EventRecord } from '../deliveries/event-record.ts';
import { CLAIM_SECONDS, eventWork } from '../deliveries/event-round.ts';
import { claimed, type EventWork, isFinished, rested, saveEvent } from '../deliveries/event-work.ts';
import type { Endpoints } from '../deliveries/find-event.ts';
import {
  afterSkippedAttempt,
  begun,
  failedDelivery,
  isUsedUp,
  postponed,
  prevented,
} from '../deliveries/progress.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { laneOf, START_KEPT_MS } from '../endpoints/endpoint-pace.ts';
import { secretOf } from '../endpoints/endpoint-secret.ts';
import { reserveStart } from '../endpoints/lanes.ts';
import { type Deliveries, type PendingDelivery, pendingOf } from '../rules/webhook-delivery.ts';
import { makeAttempts } from './attempts.ts';
import { type EventLine, skippedLine } from './report.ts';
import type { Attempting, Sending, Skipped } from './sending.ts';

interface DueRound {
  readonly work: EventWork;
  /** The event as read; undefined for a new event that is not stored yet. */
  readonly stored: EventWork | undefined;
  readonly endpoints: Endpoints;
}

/**
 * @returns undefined if the event changed concurrently, so the round was skipped or its result not stored.
 * The caller then rereads the event, because this message may be its only remaining retry.
 * @throws on faults of the service, after everything else is recorded.
 */
export async function makeRound(round: DueRound, sending: Sending): Promise<EventLine | undefined> {
  const plan = await planRound(round.work.record, round.endpoints, sending);
  const begun = await begin(round, plan, sending);
  if (!begun) return undefined;
  for (const each of plan.skipped) writeLine(skippedLine(begun.record, each));
  const { work, faults } = await makeAttempts(begun, plan.attempts, sending);
  if (round.work.position === 0) await startCountOfSome(begun, sending);
  if (work && !isFinished(work)) await enqueue(eventWork, [work], sending.now());
  const prevented = plan.skipped.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  const [problem] = [...prevented, ...faults];
  if (problem !== undefined) throw problem;
  if (!work) return undefined;
  const nextAttemptAt = isFinished(work) ? null : work.nextAttemptAt;
  return { message: 'event.processed', outcome: 'done', attempts: plan.attempts.length, nextAttemptAt };
}

/** Lists read the events that are not counted yet. */
const EVENTS_PER_COUNT = 64;

async function startCountOfSome({ record }: EventWork, { table, now, random }: Sending): Promise<void> {
  if (random() * EVENTS_PER_COUNT >= 1) return;
  // Another event starts it later.
  await startCount(table, record, now()).catch((error: unknown) =>
    writeLine({ level: 'warn', message: 'list.count_not_started', problem: describedError(error) }),
  );
}

const savingNow = ({ table, now }: Sending) => ({ table, now: now() });

/** Claims the round and counts its attempts in one write. Without attempts, the round ends here. */
async function begin(
  { work, stored }: DueRound,
  { attempts, skipped }: RoundPlan,
  sending: Sending,
): Promise<EventWork | undefined> {
  const deliveries: Deliveries = Object.fromEntries([
    ...Object.entries(work.record.fields.deliveries).filter(
      ([id]) => !skipped.some(({ endpointId }) => endpointId === id),
    ),
    ...skipped.flatMap(({ endpointId, after }) => (after ? [[endpointId, after]] : [])),
    ...attempts.map(({ endpoint, delivery }) => [endpoint.id, delivery]),
  ]);
  const until = claimExpiry(sending.now(), CLAIM_SECONDS);
  const after = attempts.length > 0 ? claimed(work, deliveries, until) : rested(work, deliveries);
  return saveEvent(savingNow(sending), stored, after);
}

interface RoundPlan {
  readonly attempts: readonly Attempting[];
  readonly skipped: readonly Skipped[];
}

/** Decides what the round does with each due delivery, before any attempt is counted. */
async function planRound(event: EventRecord, endpoints: Endpoints, sending: Sending): Promise<RoundPlan> {
  const moment = sending.now().toISOString();
  const all = pendingOf(event.fields.deliveries);
  const due = all.filter(([, { nextAttemptAt }]) => nextAttemptAt <= moment);
  const steps = await Promise.all(
    due.map(([id, delivery]) => planStep({ id, delivery, endpoint: endpoints.get(id), event }, sending)),
  );
  return {
    attempts: steps.filter((step) => 'secret' in step),
    skipped: steps.filter((step) => 'outcome' in step),
  };
}

interface DueDelivery {
  readonly id: string;
  readonly delivery: PendingDelivery;
  readonly endpoint: Endpoint | undefined;
  readonly event: EventRecord;
}

async function planStep(due: DueDelivery, sending: Sending): Promise<Attempting | Skipped> {
  const { id, delivery, endpoint } = due;
  const options = { now: sending.now(), random: sending.random(), gaps: readRetryGaps(eventWork) };
  if (!endpoint) return { endpointId: id, outcome: 'gone', after: undefined };
  if (isUsedUp(delivery, options))
    return { endpointId: id, outcome: 'used_up', after: failedDelivery(delivery, options.now) };
  if (!endpoint.fields['is-active'])
    return { endpointId: id, outcome: 'disabled', after: afterSkippedAttempt(delivery, options) };
  try {
    const secret = await secretOf(endpoint, options.now);
    const later = await postponeIfSlow({ ...due, endpoint }, sending);
    if (later) return { endpointId: id, outcome: 'postponed', after: later };
    return { endpoint, secret, delivery: begun(delivery) };
  } catch (fault) {
    return { endpointId: id, outcome: 'prevented', after: prevented(delivery, sending.now()), fault };
  }
}

/** Reserves a start for an attempt to a slow endpoint. @returns undefined if the attempt is made now. */
async function postponeIfSlow(
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
