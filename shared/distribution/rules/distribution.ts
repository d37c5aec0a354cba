/** States and transitions of distribution requests, deliveries and albums (specification 3.1 to 3.3). */
import { type ProblemCode, problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import type { AlbumStatus } from '../../reference/rules/album-statuses.ts';
import type { requestTypes } from '../../reference/rules/request-types.ts';

export type RequestType = (typeof requestTypes)[number];

export const requestStatuses = ['preapproved', 'pending', 'sent', 'rejected', 'error'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const deliveryStatuses = ['pending', 'sent', 'error'] as const;

/**
 * Why a delivery ended in error. 'rejected': the store rejected it permanently. 'impossible': the release lacks
 * something, or must not be sent any more. 'exhausted': all attempts failed.
 */
export const deliveryFailures = ['rejected', 'impossible', 'exhausted'] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/**
 * How deliveries end. 'skipped': the store does not need the album. 'failed': permanently, or because the album
 * was deleted or taken down in the meantime.
 */
export const deliveryMoves = [
  { from: ['pending'], on: 'accepted', to: 'sent' },
  { from: ['pending'], on: 'skipped', to: 'sent' },
  { from: ['pending'], on: 'failed', to: 'error' },
] as const;

type DeliveryMove = (typeof deliveryMoves)[number];

export const deliveryStatusAfter = (on: DeliveryMove['on']): DeliveryMove['to'] =>
  required(
    deliveryMoves.find((move) => move.on === on),
    `No delivery is ${on}.`,
  ).to;

/** The reasons of failed deliveries that webhook receivers see. */
export const NOT_SENT = 'The release could not be sent to the store.';
export const REJECTED = 'The store rejected the release.';

/** The reason of a delivery that counts as completed because its store has reported nothing. A report has no such reason. */
export const UNCONFIRMED =
  'The store has not confirmed it. It counts as completed because no report came in time.';

export const storeStatements = ['completed', 'rejected', 'skipped'] as const;

/** Whether a request still needs a decision. */
export const isOpen = (status: unknown): boolean => status === 'preapproved' || status === 'pending';

/**
 * Owners with the pre-approval capability decide first, then QA, or the service on stages with automatic QA.
 * QA can also reject preapproved requests. A request fails when every store has failed.
 */
export const requestTransitions = [
  { from: ['preapproved'], on: 'preapprove', to: 'pending', by: ['owner'] },
  { from: ['preapproved'], on: 'reject', to: 'rejected', by: ['owner'] },
  { from: ['pending'], on: 'approve', to: 'sent', by: ['operator', 'service'] },
  { from: ['preapproved', 'pending'], on: 'refuse', to: 'rejected', by: ['operator'] },
  { from: ['pending'], on: 'refuse', to: 'rejected', by: ['service'] },
  { from: ['sent'], on: 'fail', to: 'error', by: ['service'] },
  { from: ['error', 'rejected'], on: 'requeue', to: 'pending', by: ['operator'] },
] as const;

type Transition = (typeof requestTransitions)[number];

export interface RequestTrigger {
  readonly on: Transition['on'];
  readonly by: Transition['by'][number];
}

/** The error for a trigger that the current status does not allow. */
const impossible: Readonly<Record<RequestTrigger['on'], ProblemCode>> = {
  preapprove: 'distribution_request_not_preapproved',
  reject: 'distribution_request_not_preapproved',
  approve: 'distribution_request_not_pending',
  refuse: 'distribution_request_not_pending',
  fail: 'distribution_request_not_open',
  requeue: 'distribution_request_not_in_error',
};

/** @returns what readers call the trigger. The rejection by a reviewer is stored under another name than that by the owner. */
export const verbOf = (on: string): string => (on === 'refuse' ? 'reject' : on);

/** @throws role_not_allowed if the actor may not use the trigger; otherwise, why the status forbids it. */
export function requestStatusAfter(status: RequestStatus, { on, by }: RequestTrigger): RequestStatus {
  const all: readonly { from: readonly string[]; on: string; to: RequestStatus; by: readonly string[] }[] =
    requestTransitions;
  const allowed = all.filter((each) => each.on === on && each.by.includes(by));
  const verb = verbOf(on);
  if (allowed.length === 0) throw problem('role_not_allowed', `You are not allowed to ${verb} this record.`);
  const transition = allowed.find(({ from }) => from.includes(status));
  if (transition) return transition.to;
  const states = [...new Set(allowed.flatMap(({ from }) => from))].join(' or ');
  throw problem(impossible[on], `Cannot ${verb} in the state ${status}, only in the state ${states}.`);
}

/**
 * What moves an album. 'accepted': by a store. 'failed': not accepted by any. 'taken_down': from all stores.
 */
export type AlbumTrigger = 'requested' | 'approved' | 'rejected' | 'accepted' | 'failed' | 'taken_down';

export const albumMoves: readonly {
  readonly from: readonly AlbumStatus[];
  readonly on: AlbumTrigger;
  readonly to: AlbumStatus;
}[] = [
  { from: ['draft', 'rejected', 'error', 'taken_down', 'delivered'], on: 'requested', to: 'in_review' },
  { from: ['in_review'], on: 'approved', to: 'approved' },
  { from: ['in_review'], on: 'rejected', to: 'rejected' },
  // A store can accept the album late, or reject its takedown.
  { from: ['approved', 'taken_down'], on: 'accepted', to: 'delivered' },
  { from: ['approved'], on: 'failed', to: 'error' },
  // Even if the last update was rejected, has failed or is pending.
  { from: ['delivered', 'approved', 'rejected', 'error'], on: 'taken_down', to: 'taken_down' },
];

/**
 * A takedown moves the album only once all stores have taken it down.
 * @returns the next status of the album; the same if the trigger does not move it.
 */
export function albumStatusAfter(status: AlbumStatus, on: AlbumTrigger): AlbumStatus {
  return albumMoves.find((move) => move.on === on && move.from.includes(status))?.to ?? status;
}
