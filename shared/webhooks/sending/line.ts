/** What log lines say of events and deliveries: ids, outcomes and times, never address, secret or body. */
import type { NotClaimed } from '../../kit/work/claim.ts';
import type { Line } from '../../platform/log.ts';
import type { EventRecord } from '../deliveries/event-record.ts';
import { failureReason } from '../deliveries/failure-reason.ts';
import type { Attempted, Skipped } from './round-steps.ts';

/** The line of a message. */
export interface EventLine {
  readonly message: 'event.processed';
  /** 'done': a round was made. 'unaddressed': no endpoint gets the event. Otherwise: why no round was due. */
  readonly outcome: 'done' | 'unaddressed' | NotClaimed;
  /** Each has its own line. */
  readonly attempts?: number;
  /** Null when the event is finished. */
  readonly nextAttemptAt?: string | null;
}

const subjectOf = ({ id: eventId, ownerId: tenant, fields }: EventRecord, endpointId: string) => ({
  eventId,
  eventType: fields.type,
  tenant,
  endpointId,
});

/** A request was made, or rejected by the address guard. */
export function attemptedLine(event: EventRecord, attempted: Attempted, isRecorded: boolean): Line {
  const { endpoint, delivery, result, after, isDisabled } = attempted;
  const line = { message: 'delivery.attempted', ...subjectOf(event, endpoint.id) };
  if (!result) return { level: 'error', ...line, outcome: 'fault' };
  return {
    level: 'info',
    ...line,
    attemptNumber: delivery.attempts,
    // 'overtaken': it took longer than its claim, and another sender goes on with the event.
    outcome: isRecorded ? after.status : 'overtaken',
    nextAttemptAt: after.status === 'pending' ? after.nextAttemptAt : null,
    status: result.status,
    reason: failureReason(result),
    // The reason in detail, for operators.
    error: result.error,
    attemptMs: result.durationMs,
    ...(isDisabled && { endpointDisabled: true }),
  };
}

/** No request was made. */
export const skippedLine = (event: EventRecord, { endpointId, outcome, after }: Skipped): Line => ({
  level: 'info',
  message: 'delivery.skipped',
  ...subjectOf(event, endpointId),
  outcome,
  nextAttemptAt: after?.status === 'pending' ? after.nextAttemptAt : null,
});
