/** The deliveries of an event to its addressed endpoints (specification 3.7). Timestamps are ISO 8601 UTC. */

/** Why an attempt failed, as shown to the endpoint's owner. 'status': the response was not 2xx. */
export const failureReasons = [
  'unreachable',
  'tls',
  'no_response',
  'timeout',
  'refused_address',
  'status',
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** Properties that a delivery has in every state. */
type Facts = {
  /** Attempts started. Each is counted before its request is sent, in case its sender dies. */
  readonly attempts: number;
  readonly lastResponseStatus: number | null;
  /** Of the last attempt with a known result; null if it was acknowledged, or before any. */
  readonly failureReason: FailureReason | null;
};

/** Waiting for its next attempt, or for the end of a current one. */
export type PendingDelivery = Facts & {
  readonly status: 'pending';
  /** Position in the schedule: attempts started plus attempts omitted. */
  readonly position: number;
  readonly nextAttemptAt: string;
  /** Whether the time of the next attempt was reserved because the endpoint is slow. */
  readonly hasStart?: true;
};

type SucceededDelivery = Facts & { readonly status: 'succeeded'; readonly deliveredAt: string };

/** No attempts are left. */
type FailedDelivery = Facts & { readonly status: 'failed' };

export type Delivery = PendingDelivery | SucceededDelivery | FailedDelivery;

/** By endpoint id. Excludes endpoints deleted since. */
export type Deliveries = Readonly<Record<string, Delivery>>;

/** @internal For the simulation in test/bench. */
export const isPending = (delivery: Delivery): delivery is PendingDelivery => delivery.status === 'pending';

/** @returns the pending deliveries with the ids of their endpoints. */
export const pendingOf = (deliveries: Deliveries): readonly (readonly [string, PendingDelivery])[] =>
  Object.entries(deliveries).flatMap(([id, delivery]) =>
    isPending(delivery) ? [[id, delivery] as const] : [],
  );
