/** What processing a message depends on, and what a round does with each due delivery. */
import type { Table } from '../../kit/table/table.ts';
import type { AttemptResult } from '../attempt-result.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { Delivery, PendingDelivery } from '../rules/webhook-delivery.ts';

export interface Sending {
  /** One per message. Its meter counts the units for the message's log line. */
  readonly table: Table;
  readonly now: () => Date;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Time limit of an attempt; by default ten seconds (specification). */
  readonly attemptTimeoutMs?: number;
}

/** An attempt to make. */
export interface Attempting {
  readonly endpoint: Endpoint;
  readonly secret: string;
  /** The delivery with the attempt counted. */
  readonly delivery: PendingDelivery;
}

/** A delivery without an attempt in this round. */
export interface Skipped {
  readonly endpointId: string;
  /**
   * 'gone': the endpoint was deleted. 'disabled': it is disabled, and the schedule continues. 'used_up': the
   * sender of the last attempt died. 'postponed': it is slow and has enough attempts in progress. 'prevented': a
   * fault of the service prevented the attempt.
   */
  readonly outcome: 'gone' | 'disabled' | 'used_up' | 'postponed' | 'prevented';
  /** The delivery afterwards; undefined if it is removed. */
  readonly after: Delivery | undefined;
  /** What prevented it. */
  readonly fault?: unknown;
}

/** An attempt that has ended. */
export interface Attempted extends Attempting {
  /** Undefined if a fault of the service prevented the attempt. */
  readonly result?: AttemptResult;
  readonly after: Delivery;
  /** Whether the attempt disabled the endpoint. */
  readonly isDisabled: boolean;
  readonly faults: readonly unknown[];
}
