/** What gets an album to a store, or off it, after its delivery has failed. Pure. */
import type { Problem } from '../../kit/values/problems.ts';
import type { RequestStatus, RequestType } from './distribution.ts';

export interface FailedDelivery {
  readonly type: RequestType;
  readonly status: 'pending' | 'sent' | 'error';
  /** The request that caused it. */
  readonly request: { readonly id: string; readonly status: RequestStatus };
  readonly album: string;
  readonly dsp: string;
}

/**
 * Only a request that failed at all of its stores can be requeued. Otherwise, a store that has the album needs an
 * `update`, one that lacks it a `delivery`, and the type of the failed delivery says which of these it is.
 * @returns a command line, or a phrase that says what another person has to do.
 */
export function wayOut({ type, status, request, album, dsp }: FailedDelivery): string {
  if (status === 'pending') return 'wait for the next attempt';
  if (request.status === 'error' || request.status === 'rejected') return `requeue-request ${request.id}`;
  if (request.status !== 'sent') return `approve-request ${request.id}`;
  if (type === 'takedown') return `takedown-album ${album}`;
  return `ask the owner for ${AN[type]} request to DSP ${dsp}`;
}

const AN = { delivery: 'a delivery', update: 'an update', redelivery: 'a redelivery' } as const;

const OTHERS: Readonly<Record<RequestType, string>> = {
  delivery: 'Ask the owner for a new delivery request, which goes to the DSPs that lack the album.',
  update: 'Ask the owner for a new update request that names the DSPs whose delivery failed.',
  redelivery: 'Ask the owner for a new redelivery request that names the DSPs whose delivery failed.',
  takedown: 'If a store still has the album, use takedown-album.',
};

/** @returns a problem for a request that cannot be requeued because a store has accepted it. */
export const requeueProblems = (type: RequestType, status: RequestStatus): Problem[] =>
  status === 'sent'
    ? [
        {
          code: 'distribution_request_not_in_error',
          detail: `Cannot requeue in the state sent, because a store has accepted it or still can. ${OTHERS[type]}`,
        },
      ]
    : [];
