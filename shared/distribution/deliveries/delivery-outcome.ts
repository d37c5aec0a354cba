/** What a hand-over makes of a delivery, its request and its album. Pure. */
import type { AlbumStatus } from '../../reference/rules/album-statuses.ts';
import { albumStatusAfter, type RequestType } from '../rules/distribution.ts';

/** How a hand-over ended permanently. */
export type Ending =
  | { readonly is: 'accepted' }
  | { readonly is: 'skipped' }
  | { readonly is: 'failed'; readonly reason: string };

/** An attempt failed, and another follows. */
export interface Postponed {
  readonly is: 'pending';
  readonly reason: string;
}

export interface DeliveryFacts {
  readonly type: RequestType;
  readonly dsp: string;
  /** Other deliveries of the request: those that still wait, and those that were sent. */
  readonly othersPending: number;
  readonly othersSent: number;
}

export interface AlbumFacts {
  readonly status: AlbumStatus;
  /** The DSPs that have the album. */
  readonly liveDsps: readonly string[];
}

export interface Effects {
  /** Every store of the request has failed. */
  readonly failsRequest: boolean;
  readonly album: AlbumFacts;
}

/**
 * What the later rejection of a delivery makes of its album. A DSP has what it had before it accepted this one.
 * @param earlier the type of the last delivery that the DSP has accepted and not rejected; undefined: there is none.
 */
export function afterRejection(dsp: string, earlier: RequestType | undefined, album: AlbumFacts): AlbumFacts {
  const has = earlier !== undefined && earlier !== 'takedown';
  if (has === album.liveDsps.includes(dsp)) return album;
  if (!has) return { ...album, liveDsps: album.liveDsps.filter((each) => each !== dsp) };
  return { status: albumStatusAfter(album.status, 'accepted'), liveDsps: [...album.liveDsps, dsp] };
}

export function effectsOf(ending: Ending, delivery: DeliveryFacts, album: AlbumFacts): Effects {
  if (ending.is === 'failed') {
    const failsRequest = delivery.othersPending === 0 && delivery.othersSent === 0;
    const isMoved = failsRequest && delivery.type !== 'takedown';
    const status = isMoved ? albumStatusAfter(album.status, 'failed') : album.status;
    return { failsRequest, album: { ...album, status } };
  }
  const others = album.liveDsps.filter((dsp) => dsp !== delivery.dsp);
  if (delivery.type !== 'takedown') {
    const status = albumStatusAfter(album.status, 'accepted');
    const liveDsps = album.liveDsps.includes(delivery.dsp) ? album.liveDsps : [...others, delivery.dsp];
    return { failsRequest: false, album: { status, liveDsps } };
  }
  const status = others.length === 0 ? albumStatusAfter(album.status, 'taken_down') : album.status;
  return { failsRequest: false, album: { status, liveDsps: others } };
}
