/** Distribution requests, deliveries and the status of albums: their states, and how they move (specification 3.1 to 3.3). */
import { stateMachine } from '../../kit/values/states.ts';
import type { AlbumStatus } from '../../reference/rules/album-statuses.ts';

export const requestTypes = ['delivery', 'update', 'redelivery', 'takedown'] as const;
export type RequestType = (typeof requestTypes)[number];

export const requestStatuses = ['preapproved', 'pending', 'sent', 'rejected', 'error'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const deliveryStatuses = ['pending', 'sent', 'error'] as const;

/** Why a delivery has failed, for those who are to know no more than that. */
export const NOT_SENT = 'The release could not be sent to the store.';

export const storeStatements = ['completed', 'rejected', 'skipped'] as const;

/** Whether a request is still to be decided. */
export const isOpen = (status: unknown): boolean => status === 'preapproved' || status === 'pending';

/**
 * Decided by the owner with the pre-approval capability, by QA, or by the service when every store has failed. On a stage
 * with automatic QA the service approves and rejects, too. QA also rejects what its owner never decides on.
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

/** What moves an album. 'accepted': a store took the release. 'failed': no store did. 'taken_down': none has it any more. */
export type AlbumTrigger = 'requested' | 'approved' | 'rejected' | 'accepted' | 'failed' | 'taken_down';

const albumMoves: readonly {
  readonly from: readonly AlbumStatus[];
  readonly on: AlbumTrigger;
  readonly to: AlbumStatus;
}[] = [
  { from: ['draft', 'rejected', 'error', 'taken_down', 'delivered'], on: 'requested', to: 'in_review' },
  { from: ['in_review'], on: 'approved', to: 'approved' },
  { from: ['in_review'], on: 'rejected', to: 'rejected' },
  // Also by a store that took it late, or rejected its takedown.
  { from: ['approved', 'taken_down'], on: 'accepted', to: 'delivered' },
  { from: ['approved'], on: 'failed', to: 'error' },
  // Also when the last update was rejected, has failed, or is still attempted.
  { from: ['delivered', 'approved', 'rejected', 'error'], on: 'taken_down', to: 'taken_down' },
];

/**
 * The album of a takedown stays as it is until it is taken down everywhere.
 * @returns the status of the album afterwards; the same where the trigger moves nothing.
 */
export function albumStatusAfter(status: AlbumStatus, on: AlbumTrigger): AlbumStatus {
  return albumMoves.find((move) => move.on === on && move.from.includes(status))?.to ?? status;
}
