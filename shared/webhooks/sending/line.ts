/** Log lines of events and deliveries: ids, outcomes and times, but never an address, secret or body. */
import type { NotClaimed } from '../../kit/work/claim.ts';
import type { Line } from '../../platform/log.ts';
import type { EventRecord } from '../deliveries/event-record.ts';
import { failureReason } from '../deliveries/failure-reason.ts';
import type { Attempted, Skipped } from './round-steps.ts';

/** The log line of a message. */
export interface EventLine {
  readonly message: 'event.processed';
  /** 'done': a round was made. 'unaddressed': no endpoint gets the event. Otherwise, why no round was due. */
  readonly outcome: 'done' | 'unaddressed' | NotClaimed;
  /** Each attempt also has its own line. */
  readonly attempts?: number;
  /** Null if the event is finished. */
  readonly nextAttemptAt?: string | null;
}

const subjectOf = ({ id: eventId, ownerId: tenant, fields }: EventRecord, endpointId: string) => ({
  eventId,
  eventType: fields.type,
  tenant,
  endpointId,
});

/** For an attempt whose request was sent or rejected by the address guard. */
export function attemptedLine(event: EventRecord, attempted: Attempted, isRecorded: boolean): Line {
  const { endpoint, delivery, result, after, isDisabled } = attempted;
  const line = { message: 'delivery.attempted', ...subjectOf(event, endpoint.id) };
  if (!result) return { level: 'error', ...line, outcome: 'fault' };
  return {
    level: 'info',
    ...line,
    attemptNumber: delivery.attempts,
    // 'overtaken': the attempt outlasted its claim, and another sender continues the event.
    outcome: isRecorded ? after.status : 'overtaken',
    nextAttemptAt: after.status === 'pending' ? after.nextAttemptAt : null,
    status: result.status,
    reason: failureReason(result),
    // The detailed reason, for operators only.
    error: result.error,
    attemptMs: result.durationMs,
    ...(isDisabled && { endpointDisabled: true }),
  };
}

/** For a delivery without a request. */
export const skippedLine = (event: EventRecord, { endpointId, outcome, after }: Skipped): Line => ({
  level: 'info',
  message: 'delivery.skipped',
  ...subjectOf(event, endpointId),
  outcome,
  nextAttemptAt: after?.status === 'pending' ? after.nextAttemptAt : null,
});
