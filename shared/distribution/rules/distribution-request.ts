/** Which requests an album can have (specification 2.7). */
import type { Problem } from '../../kit/values/problems.ts';
import type { RequestType } from './distribution.ts';

/** Requests of the album, as it counts them. */
export interface AlbumRequests {
  readonly open: number;
  /** Of type delivery, with status sent. */
  readonly sentDeliveries: number;
}

/**
 * @param type undefined when the request names none, or one that does not exist.
 * @param isNew a changed request is itself the open one.
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
            detail: 'The album has an open distribution request.',
            pointer: '/data/relationships/album',
          },
        ]
      : []),
    ...((type === 'update' || type === 'redelivery') && sentDeliveries === 0 ? [requiresDelivery(type)] : []),
  ];
}

/** What operators do opens a request, too, or needs that there is none. */
export const openProblems = ({ open }: AlbumRequests): Problem[] =>
  open > 0
    ? [
        {
          code: 'distribution_request_exists',
          detail: 'The album has an open distribution request: approve or reject that one first.',
        },
      ]
    : [];

const requiresDelivery = (type: 'update' | 'redelivery'): Problem => ({
  code: `${type}_requires_sent_delivery`,
  detail: 'The album has no delivery request that was sent, so there is nothing to update.',
  pointer: '/data/attributes/request-type',
});
