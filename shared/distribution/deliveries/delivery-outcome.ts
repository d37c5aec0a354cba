/** The effect of a hand-over on a delivery, its request and its album. Pure. */
import type { AlbumStatus } from '../../reference/rules/album-statuses.ts';
import { albumStatusAfter, type DeliveryFailure, type RequestType } from '../rules/distribution.ts';

/** The final result of a hand-over. */
export type Ending =
  | { readonly is: 'accepted' }
  | { readonly is: 'skipped' }
  | { readonly is: 'failed'; readonly failure: DeliveryFailure; readonly reason: string };

/** A failed attempt that will be repeated. */
export interface Postponed {
  readonly is: 'pending';
  readonly reason: string;
}

export interface DeliveryFacts {
  readonly type: RequestType;
  readonly dsp: string;
  /** Numbers of other deliveries of the request that are pending, and that were sent. */
  readonly othersPending: number;
  readonly othersSent: number;
}

export interface AlbumFacts {
  readonly status: AlbumStatus;
  /** The DSPs that currently have the album. */
  readonly liveDsps: readonly string[];
}

export interface Effects {
  /** Whether every store of the request has failed. */
  readonly failsRequest: boolean;
  readonly album: AlbumFacts;
}

/**
 * The effect on the album when a store rejects a delivery it had accepted. The DSP keeps what it had before.
 * @param earlier type of the last other delivery that the DSP accepted and did not reject, if any.
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
