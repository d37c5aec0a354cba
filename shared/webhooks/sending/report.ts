/** What operators see of attempts: log lines, without addresses, secrets and bodies, and metrics. */
import type { NotClaimed } from '../../kit/work/claim.ts';
import { type Line, writeLine } from '../../platform/log.ts';
import { writeMetrics } from '../../platform/metrics.ts';
import { readSettings } from '../../platform/settings.ts';
import type { EventRecord } from '../deliveries/event-record.ts';
import { eventWork } from '../deliveries/event-round.ts';
import { readEndpoints } from '../deliveries/find-event.ts';
import { failureReason } from '../deliveries/progress.ts';
import { type Endpoint, endpointIdsOf } from '../endpoints/endpoint.ts';
import type { Attempted, Sending, Skipped } from './sending.ts';

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

/** @param attempted attempts whose results are recorded. */
export function countAttempts(attempted: readonly Attempted[]): void {
  const count = (isMeant: (each: Attempted) => boolean) => attempted.filter(isMeant).length;
  const counts = {
    WebhooksDelivered: count(({ after }) => after.status === 'succeeded'),
    WebhooksFailed: count(({ after }) => after.status === 'failed'),
    WebhookAttemptsFailed: count(isFailed),
  };
  writeMetrics(eventWork.name, Object.fromEntries(Object.entries(counts).filter(([, value]) => value > 0)));
}

/** Attempts that a fault of the service prevented do not count. */
const isFailed = ({ result, after }: Attempted): boolean =>
  result !== undefined && after.status !== 'succeeded';

/**
 * Reports an account none of whose endpoints responds. Reads further endpoints only if one of the attempts
 * failed after a long series of failures.
 */
export async function reportUnreachable(
  ownerId: string,
  attempted: readonly Attempted[],
  { table, now }: Sending,
): Promise<void> {
  const failsLong = ({ fields }: Endpoint): boolean => {
    const since = fields['failing-since'];
    const { endpoints } = readSettings().lateAfterSeconds;
    return since !== null && now().getTime() - Date.parse(since) >= endpoints * 1000;
  };
  if (!attempted.some((each) => isFailed(each) && failsLong(each.endpoint))) return;
  const all = await readEndpoints(table, { ownerId, ids: await endpointIdsOf(table, ownerId) });
  const active = [...all.values()].filter(({ fields }) => fields['is-active']);
  if (active.length === 0 || !active.every(failsLong)) return;
  writeLine({ level: 'warn', message: 'account.unreachable', tenant: ownerId, endpoints: active.length });
  writeMetrics(eventWork.name, { AccountsUnreachable: 1 });
}
