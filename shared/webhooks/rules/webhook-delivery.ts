/** The deliveries of an event to the endpoints it is addressed to (specification 3.7). Moments are ISO 8601 UTC. */

/** Why an attempt failed, as the owner of the endpoint sees it. 'status': the receiver's response was not 2xx. */
export const failureReasons = [
  'unreachable',
  'tls',
  'no_response',
  'timeout',
  'refused_address',
  'status',
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** What a delivery has in every stage. */
type Facts = {
  /** Attempts begun: each is counted before its request is sent, so that it counts even if its sender dies. */
  readonly attempts: number;
  readonly lastResponseStatus: number | null;
  /** Of the last attempt whose end is known; null when it was acknowledged, or there was none. */
  readonly failureReason: FailureReason | null;
};

/** Waiting for its next attempt, or for the end of one. */
export type PendingDelivery = Facts & {
  readonly status: 'pending';
  /** Place in the schedule: attempts begun, and those omitted. */
  readonly position: number;
  readonly nextAttemptAt: string;
  /** The time of the next attempt was handed out for it, because its endpoint is slow. */
  readonly hasStart?: true;
};

type SucceededDelivery = Facts & { readonly status: 'succeeded'; readonly deliveredAt: string };

/** No attempts are left. */
type FailedDelivery = Facts & { readonly status: 'failed' };

export type Delivery = PendingDelivery | SucceededDelivery | FailedDelivery;

/** By the id of the endpoint. One to an endpoint that was deleted in the meantime is no longer there. */
export type Deliveries = Readonly<Record<string, Delivery>>;

/** @internal For the simulation in test/bench. */
export const isPending = (delivery: Delivery): delivery is PendingDelivery => delivery.status === 'pending';

/** @returns those that are not finished, with the ids of their endpoints. */
export const pendingOf = (deliveries: Deliveries): readonly (readonly [string, PendingDelivery])[] =>
  Object.entries(deliveries).flatMap(([id, delivery]) =>
    isPending(delivery) ? [[id, delivery] as const] : [],
  );
