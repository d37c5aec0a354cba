/** One round of an event: counts the due attempts, makes them in parallel and records the results. */
import { enqueue } from '../../kit/work/kind.ts';
import { writeLine } from '../../platform/log.ts';
import { CLAIM_SECONDS, eventWork } from '../deliveries/event-round.ts';
import { claimed, type EventWork, isFinished, rested, saveEvent } from '../deliveries/event-work.ts';
import type { Endpoints } from '../deliveries/find-event.ts';
import type { Deliveries } from '../rules/webhook-delivery.ts';
import { makeAttempts } from './attempts.ts';
import { type EventLine, skippedLine } from './line.ts';
import { planRound, type RoundPlan } from './plan-round.ts';
import type { Sending } from './sending.ts';

export interface DueRound {
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
  const [fault] = plan.faults;
  if (fault !== undefined && plan.attempts.length + plan.skipped.length === 0) {
    await leaveDue(round, sending);
    throw fault;
  }
  const begun = await begin(round, plan, sending);
  if (!begun) return undefined;
  for (const each of plan.skipped) writeLine(skippedLine(begun.record, each));
  const { work, faults } = await makeAttempts(begun, plan.attempts, sending);
  if (work && !isFinished(work)) await enqueue(eventWork, [work], sending.now());
  const [problem] = [...plan.faults, ...faults];
  if (problem !== undefined) throw problem;
  if (!work) return undefined;
  const nextAttemptAt = isFinished(work) ? null : work.nextAttemptAt;
  return { message: 'event.processed', outcome: 'done', attempts: plan.attempts.length, nextAttemptAt };
}

/** Stores a new event if no attempt is possible now. The sweep then continues it. */
async function leaveDue({ work, stored }: DueRound, sending: Sending): Promise<void> {
  if (!stored) await saveEvent(on(sending), undefined, work);
}

const on = ({ table, now }: Sending) => ({ table, now: now() });

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
  const until = new Date(sending.now().getTime() + CLAIM_SECONDS * 1000);
  const after = attempts.length > 0 ? claimed(work, deliveries, until) : rested(work, deliveries);
  return saveEvent(on(sending), stored, after);
}
