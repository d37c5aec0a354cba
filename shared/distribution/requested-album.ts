/** What decides which requests an album can have, for a request and for a validation before it. */
import type { Album } from '../catalogue/api/albums.ts';
import type { Store } from '../kit/records/store.ts';
import type { AlbumDeliveries } from './album-stores.ts';
import { dspsFor, recipientFacts } from './new-deliveries.ts';
import { albumContents, albumLists, type Place } from './review/album-contents.ts';
import type { AlbumContents } from './rules/completeness.ts';
import { type AlbumDsps, possibleDsps } from './rules/store-requests.ts';

export interface RequestedAlbum {
  readonly album: Album;
  readonly dsps: AlbumDsps;
  readonly deliveries: AlbumDeliveries;
  /** Undefined unless completeness is checked. Its DSPs are those of the request. */
  readonly contents: Omit<AlbumContents, 'dsps'> | undefined;
  /** The places of the tracks, in their order; none unless completeness is checked. */
  readonly places: readonly Place[];
}

interface Reading {
  /** Can be read concurrently with what else is needed. */
  readonly album: Album | Promise<Album | undefined>;
  /** Whether the album must be complete. */
  readonly isChecked: boolean;
}

/** @returns undefined if the album does not exist. */
export async function requestedAlbum(
  store: Store,
  target: Pick<Album, 'id' | 'ownerId'>,
  { album: reading, isChecked }: Reading,
): Promise<RequestedAlbum | undefined> {
  const [album, lists, facts] = await Promise.all([
    reading,
    isChecked ? albumLists(store, target) : undefined,
    recipientFacts(store, target),
  ]);
  if (!album) return undefined;
  const [{ dsps, ...deliveries }, guarded] = await Promise.all([
    dspsFor(store, album, facts),
    lists && albumContents(store, { album, lists }, []),
  ]);
  return { album, dsps, deliveries, contents: guarded?.contents, places: guarded?.places ?? [] };
}

/** @param named by the request. @returns the DSPs for which an album must be complete. */
export const neededDsps = (named: readonly string[], dsps: AlbumDsps): readonly string[] =>
  named.length > 0 ? named : possibleDsps(dsps);
