/** What a hand-over makes of a delivery, its request and its album. Pure. */
import type { AlbumStatus } from '../domain/catalogue.ts';
import { albumStatusAfter, type RequestType } from '../domain/distribution.ts';

/** How a hand-over ended for good. */
export type Ending =
  | { readonly is: 'accepted' }
  | { readonly is: 'skipped' }
  | { readonly is: 'failed'; readonly reason: string };

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

/** @example effectsOf({ is: 'accepted' }, delivery, album) */
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
    return { failsRequest: false, album: { status, liveDsps: [...others, delivery.dsp] } };
  }
  const status = others.length === 0 ? albumStatusAfter(album.status, 'taken_down') : album.status;
  return { failsRequest: false, album: { status, liveDsps: others } };
}
