/** What the log line of a delivery says: ids, outcome and times, never address, secret or body. */
import type { EventRecord } from '../../shared/events/event-record.ts';
import type { ClaimedDelivery, Delivery } from '../../shared/webhooks/deliveries/delivery.ts';
import { type FailureReason, failureReason } from '../../shared/webhooks/deliveries/failure-reason.ts';
import type { AttemptResult } from '../../shared/webhooks/sending/attempt.ts';
import type { NotClaimed } from '../../shared/work/claim.ts';

/** 'delivery.attempted': a request was made, or refused by the address guard. 'delivery.skipped': none was due. */
export type DeliveryReport = Attempted | Skipped;

interface Attempted {
  readonly message: 'delivery.attempted';
  /** Owner of event and endpoint. */
  readonly tenant: string;
  readonly eventType: string;
  /** The first is 1. */
  readonly attemptNumber: number;
  /**
   * The delivery's status after the attempt, or 'overtaken': it took longer than its claim, and another sender has made
   * the attempt as well.
   */
  readonly outcome: Delivery['status'] | 'overtaken';
  /** Null when no other attempt follows. */
  readonly nextAttemptAt: string | null;
  readonly status: number | null;
  /** As the endpoint's owner sees it. */
  readonly reason: FailureReason | null;
  /** The reason in detail, for operators. */
  readonly error: AttemptResult['error'];
  readonly attemptMs: number;
  /** This attempt disabled the endpoint. */
  readonly endpointDisabled?: true;
}

interface Skipped {
  readonly message: 'delivery.skipped';
  /** 'gone': event or endpoint was deleted. 'disabled': the endpoint is disabled; its schedule goes on. */
  readonly outcome: NotClaimed | 'gone' | 'disabled';
  readonly tenant?: string;
  readonly nextAttemptAt?: string | null;
}

interface AttemptOutcome {
  readonly event: EventRecord;
  /** Undefined when the endpoint is disabled. */
  readonly result: AttemptResult | undefined;
  /** Undefined when another sender had taken over. */
  readonly after: Delivery | undefined;
  readonly isDisabled: boolean;
}

export function attemptReport(
  { ownerId: tenant, attempts }: ClaimedDelivery,
  { event, result, after, isDisabled }: AttemptOutcome,
): DeliveryReport {
  const nextAttemptAt = after?.status === 'pending' ? after.nextAttemptAt : null;
  if (!result) return { message: 'delivery.skipped', outcome: 'disabled', tenant, nextAttemptAt };
  const { status, error, durationMs: attemptMs } = result;
  return {
    message: 'delivery.attempted',
    tenant,
    eventType: event.fields.type,
    attemptNumber: attempts + 1,
    outcome: after?.status ?? 'overtaken',
    nextAttemptAt,
    status,
    reason: failureReason(result),
    error,
    attemptMs,
    ...(isDisabled && { endpointDisabled: true }),
  };
}
