/** What a round does with each delivery that is due. */
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { Delivery, PendingDelivery } from '../rules/webhook-delivery.ts';
import type { AttemptResult } from './attempt.ts';

/** An attempt that is to be made. */
export interface Attempting {
  readonly endpoint: Endpoint;
  readonly secret: string;
  /** With the attempt counted. */
  readonly delivery: PendingDelivery;
}

/** A delivery that no attempt is made of. */
export interface Skipped {
  readonly endpointId: string;
  /**
   * 'gone': its endpoint was deleted. 'disabled': its endpoint is disabled, and its schedule goes on. 'used_up': the
   * sender of its last attempt died. 'postponed': its endpoint is slow, and enough attempts to it are in flight.
   */
  readonly outcome: 'gone' | 'disabled' | 'used_up' | 'postponed';
  /** What happens to it; undefined: it ends silently. */
  readonly after: Delivery | undefined;
}

/** An attempt that has ended. */
export interface Attempted extends Attempting {
  /** Undefined when it was not made, by a fault of the service. */
  readonly result?: AttemptResult;
  readonly after: Delivery;
  /** It disabled its endpoint. */
  readonly isDisabled: boolean;
  readonly faults: readonly unknown[];
}
