/** States and transitions of distribution requests, deliveries and albums (specification 3.1 to 3.3). */
import { stateMachine } from '../../kit/values/states.ts';
import type { AlbumStatus } from '../../reference/rules/album-statuses.ts';

export const requestTypes = ['delivery', 'update', 'redelivery', 'takedown'] as const;
export type RequestType = (typeof requestTypes)[number];

export const requestStatuses = ['preapproved', 'pending', 'sent', 'rejected', 'error'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const deliveryStatuses = ['pending', 'sent', 'error'] as const;

/** The only reason for a failed delivery that webhook receivers see. */
export const NOT_SENT = 'The release could not be sent to the store.';

export const storeStatements = ['completed', 'rejected', 'skipped'] as const;

/** Whether a request still needs a decision. */
export const isOpen = (status: unknown): boolean => status === 'preapproved' || status === 'pending';

/**
 * Owners with the pre-approval capability decide first, then QA, or the service on stages with automatic QA.
 * QA can also reject preapproved requests. A request fails when every store has failed.
 */
export const requestMachine = stateMachine({
  transitions: [
    { from: ['preapproved'], on: 'preapprove', to: 'pending', by: ['owner'] },
    { from: ['preapproved'], on: 'reject', to: 'rejected', by: ['owner'] },
    { from: ['pending'], on: 'approve', to: 'sent', by: ['operator', 'service'] },
    { from: ['preapproved', 'pending'], on: 'refuse', to: 'rejected', by: ['operator'] },
    { from: ['pending'], on: 'refuse', to: 'rejected', by: ['service'] },
    { from: ['sent'], on: 'fail', to: 'error', by: ['service'] },
    { from: ['error', 'rejected'], on: 'requeue', to: 'pending', by: ['operator'] },
  ],
  rejected: {
    preapprove: 'distribution_request_not_preapproved',
    reject: 'distribution_request_not_preapproved',
    approve: 'distribution_request_not_pending',
    refuse: 'distribution_request_not_pending',
    fail: 'distribution_request_not_open',
    requeue: 'distribution_request_not_in_error',
  },
  verbs: { refuse: 'reject' },
});

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
