/** Which requests an album can have (specification 2.7). */
import type { Problem } from '../../kit/values/problems.ts';
import type { RequestType } from './distribution.ts';

/** The requests of the album, as counted on its record. */
export interface AlbumRequests {
  readonly open: number;
  /** Requests of type delivery with the status sent. */
  readonly sentDeliveries: number;
}

/**
 * @param type undefined if the request has no valid type.
 * @param isNew false for a change, because the changed request is itself the open one.
 */
export function requestProblems(
  type: RequestType | undefined,
  { open, sentDeliveries }: AlbumRequests,
  isNew: boolean,
): Problem[] {
  return [
    ...(isNew && open > 0
      ? [
          {
            code: 'distribution_request_exists' as const,
            detail: 'The album already has an open distribution request.',
            pointer: '/data/relationships/album',
          },
        ]
      : []),
    ...((type === 'update' || type === 'redelivery') && sentDeliveries === 0 ? [requiresDelivery(type)] : []),
  ];
}

/** Operators can open a request only if the album has no other open one. */
export const openProblems = ({ open }: AlbumRequests): Problem[] =>
  open > 0
    ? [
        {
          code: 'distribution_request_exists',
          detail: 'The album has an open distribution request. Approve or reject that one first.',
        },
      ]
    : [];

const requiresDelivery = (type: 'update' | 'redelivery'): Problem => ({
  code: `${type}_requires_sent_delivery`,
  detail: 'No delivery request of the album was sent, so there is nothing to update. Request a delivery.',
  pointer: '/data/attributes/request-type',
});
