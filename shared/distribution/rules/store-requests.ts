/** Which stores need a request, depending on its type (specification 2.8). Pure. */
import type { Problem } from '../../kit/values/problems.ts';
import type { RequestType } from './distribution.ts';

/** DSPs of an album, by their relation to it. */
export interface AlbumDsps {
  /** Assigned to the album. */
  readonly assigned: readonly string[];
  /** Allowed for the owner. */
  readonly allowed: readonly string[];
  /** Currently have the album: the last delivery they accepted is not a takedown. */
  readonly live: readonly string[];
  /** Have a pending delivery of the album. */
  readonly arriving: readonly string[];
  /** Have a pending takedown of the album. */
  readonly leaving: readonly string[];
}

const TYPE = '/data/attributes/request-type';

/** @returns the DSPs of the album to which its owner may distribute. */
export const possibleDsps = ({ assigned, allowed }: AlbumDsps): string[] =>
  assigned.filter((id) => allowed.includes(id));

/** @returns the DSPs of a request that does not name any. */
export function defaultDsps(type: RequestType, dsps: AlbumDsps): string[] {
  const possible = possibleDsps(dsps);
  if (type === 'takedown') return dsps.live.filter((id) => needs(type, id, dsps));
  if (type === 'delivery') return possible.filter((id) => needs(type, id, dsps));
  const live = dsps.live.filter((id) => dsps.allowed.includes(id));
  return live.length > 0 ? live : possible;
}

/** Whether the DSP needs the request, given what it has. */
function needs(type: RequestType, id: string, { live, arriving, leaving }: AlbumDsps): boolean {
  if (type === 'takedown') return live.includes(id) && !leaving.includes(id);
  return type !== 'delivery' || !(live.includes(id) || arriving.includes(id));
}

/** @returns a problem if a request without DSPs applies to none, although the album has some. */
export function noDspProblems(type: RequestType, dsps: AlbumDsps): Problem[] {
  if (defaultDsps(type, dsps).length > 0) return [];
  if (type === 'takedown')
    return [{ ...nothingThere('No DSP has the album, or all takedowns are pending.'), pointer: TYPE }];
  // An album without any DSP is incomplete.
  return possibleDsps(dsps).length === 0
    ? []
    : [{ ...allThere(`Every DSP of the album ${hasIt(possibleDsps(dsps), dsps)}`), pointer: TYPE }];
}

/**
 * @param pointer to the member that names the DSPs.
 * @returns a problem for each DSP that the request cannot name. For a takedown, all DSPs share one problem.
 */
export function dspProblems(
  { type, named }: { readonly type: RequestType; readonly named: readonly string[] },
  dsps: AlbumDsps,
  pointer: string,
): Problem[] {
  if (type === 'takedown') {
    const without = named.filter((id) => !needs(type, id, dsps));
    return without.length === 0 ? [] : [{ ...nothingThere(withoutAlbum(without)), pointer }];
  }
  return named.flatMap((id): Problem[] => {
    const reason = unavailable(type, id, dsps);
    if (reason !== undefined)
      return [{ code: 'dsp_not_available' as const, detail: `DSP ${id} ${reason}.`, pointer }];
    return needs(type, id, dsps) ? [] : [{ ...allThere(`DSP ${id} ${hasIt([id], dsps)}`), pointer }];
  });
}

/** Also says what helps, because a DSP keeps the album when an update fails. */
const hasIt = (ids: readonly string[], { live }: AlbumDsps): string => {
  const having = ids.filter((id) => live.includes(id)).length;
  if (having === 0) return 'has a pending delivery of the album. Wait until it has finished.';
  const is = having === ids.length ? HAS : `${HAS}, or a pending delivery of it`;
  return `${is}. To deliver to a DSP that has it, request an update or a redelivery.`;
};
const HAS = 'already has the album';

const withoutAlbum = (ids: readonly string[]): string =>
  ids.length === 1
    ? `DSP ${ids[0]} does not have the album, or its takedown is pending.`
    : `DSPs ${ids.slice(0, -1).join(', ')} and ${ids.at(-1)} do not have the album, or their takedowns are pending.`;

/** @returns a problem for each DSP that no type of request can name. */
export const unknownDspProblems = (
  named: readonly string[],
  { assigned, live }: Pick<AlbumDsps, 'assigned' | 'live'>,
  pointer: string,
): Problem[] =>
  named
    .filter((id) => !assigned.includes(id) && !live.includes(id))
    .map((id) => ({ code: 'dsp_not_available', detail: `DSP ${id} is not assigned to the album.`, pointer }));

/** A DSP that has the album can get updates and takedowns even if it is no longer assigned. */
function unavailable(
  type: RequestType,
  id: string,
  { assigned, allowed, live }: AlbumDsps,
): string | undefined {
  if (type === 'takedown') return undefined;
  const isKnown = assigned.includes(id) || (type !== 'delivery' && live.includes(id));
  if (!isKnown) return 'is not assigned to the album';
  return allowed.includes(id) ? undefined : 'is not available to you';
}

const nothingThere = (detail: string) => ({ code: 'takedown_requires_sent_delivery' as const, detail });

const allThere = (detail: string) => ({ code: 'distribution_request_exists' as const, detail });

/** @returns the DSPs of an approved request that still need it. */
export const remainingDsps = (
  { type, named }: { readonly type: RequestType; readonly named: readonly string[] },
  dsps: AlbumDsps,
): string[] => named.filter((id) => unavailable(type, id, dsps) === undefined && needs(type, id, dsps));

export const noneRemain = (
  { type, named }: { readonly type: RequestType; readonly named: readonly string[] },
  dsps: AlbumDsps,
): Problem => {
  const isAvailable = named.some((id) => unavailable(type, id, dsps) === undefined);
  if (!isAvailable)
    return {
      code: 'dsp_not_available',
      detail: 'None of the DSPs of the request is still assigned to the album and available to its owner.',
    };
  return type === 'takedown'
    ? nothingThere('None of the DSPs of the request still has the album.')
    : allThere('Every DSP of the request already has the album.');
};
