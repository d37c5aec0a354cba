/** The deliveries of an event to its addressed endpoints (specification 3.7). Timestamps are ISO 8601 UTC. */

/** Why an attempt failed, as shown to the endpoint's owner. 'status': the response was not 2xx. */
export const failureReasons = [
  'unreachable',
  'certificate_expired',
  'certificate_untrusted',
  'certificate_name',
  'tls',
  'no_response',
  'timeout',
  'refused_address',
  'status',
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** An attempt with a known result. Short, because the row of an event has up to 25 of them. */
export type PastAttempt = {
  /** When it started. */
  readonly at: string;
  /** Milliseconds until the status, or until the attempt was given up. */
  readonly ms: number;
  readonly status?: number;
  /** Why there was no status. */
  readonly reason?: FailureReason;
  /** The beginning of the response's body, without secrets. */
  readonly excerpt?: string;
};

/** Properties that a delivery has in every state. */
type Facts = {
  /** Attempts started. Each is counted before its request is sent, in case its sender dies. */
  readonly attempts: number;
  readonly lastResponseStatus: number | null;
  /** Why the last attempt with a known result failed; null if it was acknowledged, or if there was none. */
  readonly failureReason: FailureReason | null;
  /** Oldest first, at most five. */
  readonly lastAttempts: readonly PastAttempt[];
};

/** Waiting for its next attempt, or for the end of a current one. */
export type PendingDelivery = Facts & {
  readonly status: 'pending';
  /** Position in the schedule: attempts started plus attempts omitted. */
  readonly position: number;
  readonly nextAttemptAt: string;
  /** Whether the time of the next attempt was reserved because the endpoint is slow. */
  readonly hasStart?: true;
  /** How often in a row faults of the service prevented the attempt. */
  readonly faults?: number;
};

type SucceededDelivery = Facts & { readonly status: 'succeeded'; readonly deliveredAt: string };

/** No attempts are left. */
type FailedDelivery = Facts & {
  readonly status: 'failed';
  /** When it was given up. */
  readonly failedAt: string;
};

export type Delivery = PendingDelivery | SucceededDelivery | FailedDelivery;

export const deliveryStatuses = [
  'pending',
  'succeeded',
  'failed',
] as const satisfies readonly Delivery['status'][];

/** What moves a delivery (../deliveries/progress.ts). */
export const deliveryMoves = [
  { from: ['pending'], on: 'acknowledged', to: 'succeeded' },
  { from: ['pending'], on: 'given_up', to: 'failed' },
  { from: ['succeeded', 'failed'], on: 'sent_again', to: 'pending' },
] as const satisfies readonly {
  readonly from: readonly Delivery['status'][];
  readonly on: string;
  readonly to: Delivery['status'];
}[];

/** By endpoint id. */
export type Statuses = Readonly<Record<string, Delivery['status']>>;

/** By endpoint id. Excludes endpoints deleted since. */
export type Deliveries = Readonly<Record<string, Delivery>>;

export const statusesOf = (deliveries: Deliveries): Statuses =>
  Object.fromEntries(Object.entries(deliveries).map(([id, { status }]) => [id, status]));

/** @internal For the simulation in test/bench. */
export const isPending = (delivery: Delivery): delivery is PendingDelivery => delivery.status === 'pending';

/** @returns the pending deliveries with the ids of their endpoints. */
export const pendingOf = (deliveries: Deliveries): readonly (readonly [string, PendingDelivery])[] =>
  Object.entries(deliveries).flatMap(([id, delivery]) =>
    isPending(delivery) ? [[id, delivery] as const] : [],
  );
