/** Which requests an album can have, and for which DSPs (specification 2.7). */
import type { RequestType } from './distribution.ts';
import type { Problem } from './problems.ts';

/** Requests of the album, as it counts them. */
export interface AlbumRequests {
  readonly open: number;
  /** Of type delivery, with status sent. */
  readonly sentDeliveries: number;
}

const ALBUM = '/data/relationships/album';
const TYPE = '/data/attributes/request-type';

const exists = (detail: string, pointer: string): Problem => ({
  code: 'distribution_request_exists',
  detail,
  pointer,
});

/** @param isNew a changed request is itself the open one. */
export function requestProblems(
  type: RequestType,
  { open, sentDeliveries }: AlbumRequests,
  isNew: boolean,
): Problem[] {
  return [
    ...(isNew && open > 0 ? [exists('The album has an open distribution request.', ALBUM)] : []),
    ...(type === 'delivery' && sentDeliveries > 0
      ? [exists('The album was delivered already: request an update, a redelivery or a takedown.', TYPE)]
      : []),
    ...(type !== 'delivery' && sentDeliveries === 0 ? [requiresDelivery(type)] : []),
  ];
}

/** A request that is queued again is open again. */
export const requeueProblems = ({ open }: AlbumRequests): Problem[] =>
  open > 0
    ? [
        {
          code: 'distribution_request_exists',
          detail: 'The album has another open distribution request: approve or reject that one first.',
        },
      ]
    : [];

const requiresDelivery = (type: Exclude<RequestType, 'delivery'>): Problem => ({
  code: `${type}_requires_sent_delivery`,
  detail: `The album has no delivery request that was sent, so there is nothing to ${type === 'takedown' ? 'take down' : 'update'}.`,
  pointer: TYPE,
});

export interface PossibleDsps {
  /** To the album. */
  readonly assigned: readonly string[];
  /** To the owner. */
  readonly allowed: readonly string[];
}

/** @returns a problem for each DSP that the album is not assigned to, or that the owner may not distribute to. */
export const dspProblems = (wanted: readonly string[], { assigned, allowed }: PossibleDsps): Problem[] =>
  wanted.flatMap((id) => {
    const reason = !assigned.includes(id)
      ? 'is not assigned to the album'
      : allowed.includes(id)
        ? undefined
        : 'is not available to you';
    if (reason === undefined) return [];
    return [
      { code: 'dsp_not_available', detail: `DSP ${id} ${reason}.`, pointer: '/data/relationships/dsps' },
    ];
  });
