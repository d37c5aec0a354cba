/** Why an album cannot have a request: what a request is rejected for, and what a validation says before it. */
import type { Album } from '../catalogue/api/albums.ts';
import type { Problem } from '../kit/values/problems.ts';
import { requestsOf } from './contents/album-requests.ts';
import { deliveriesOfAlbum, requestsOfAlbum } from './counters.ts';
import { neededDsps, type RequestedAlbum } from './requested-album.ts';
import { missingItems } from './rules/completeness.ts';
import type { RequestType } from './rules/distribution.ts';
import { deliveryLimitProblems, requestLimitProblems } from './rules/distribution-limits.ts';
import { requestProblems } from './rules/distribution-request.ts';
import { defaultDsps, dspProblems, noDspProblems } from './rules/store-requests.ts';

/** @param type undefined if it is not valid. @param isNew false for a change of a request, which is counted already. */
export const typeProblems = (album: Album, type: RequestType | undefined, isNew: boolean): Problem[] => [
  ...requestProblems(type, requestsOf(album), isNew),
  ...requestLimitProblems(type, requestsOfAlbum.of(album) - (isNew ? 0 : 1)),
];

interface NewRequest {
  readonly type: RequestType;
  /** Undefined for a request that names no DSPs. */
  readonly named: readonly string[] | undefined;
}

/** @returns the DSPs of a new request, and what it is rejected for besides its type. */
export function newRequestProblems(
  { album, dsps, contents }: Pick<RequestedAlbum, 'album' | 'dsps' | 'contents'>,
  { type, named }: NewRequest,
) {
  const chosen = named ?? defaultDsps(type, dsps);
  return {
    chosen,
    ofDsps: named ? dspProblems({ type, named }, dsps, DSPS) : noDspProblems(type, dsps),
    ofDeliveries: deliveryLimitProblems(type, deliveriesOfAlbum.of(album), chosen),
    missing: contents ? missingItems({ ...contents, dsps: neededDsps(chosen, dsps) }) : [],
  };
}

const DSPS = '/data/relationships/dsps';
