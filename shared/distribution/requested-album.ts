/** What decides which requests an album can have, for a request and for a validation before it. */
import type { Album } from '../catalogue/api/albums.ts';
import type { Store } from '../kit/records/store.ts';
import type { AlbumDeliveries } from './album-stores.ts';
import { type AlbumLists, albumContents, type Place } from './contents/album-contents.ts';
import { dspsFor, type RecipientFacts, recipientFacts } from './new-deliveries.ts';
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

/** What a request is decided on. Can be read concurrently with what else is needed. */
interface ReadsOfAlbum {
  readonly album: Album | Promise<Album | undefined>;
  /** Undefined unless the album must be complete. */
  readonly lists: Promise<AlbumLists | undefined> | undefined;
  readonly owner?: Promise<RecipientFacts['owner']>;
}

/**
 * Why a request does not hold what else is read of the album. The counts of the album hold the list of its
 * deliveries.
 */
export const DECIDED_BY_APPROVAL =
  'Reports of stores depend on no request, and the approval decides on them again.';

/** @param store for a request, one whose reads are not held. @returns undefined if the album does not exist. */
export async function requestedAlbum(
  store: Store,
  target: Pick<Album, 'id' | 'ownerId'>,
  reading: ReadsOfAlbum,
): Promise<RequestedAlbum | undefined> {
  const [album, lists, facts] = await Promise.all([
    reading.album,
    reading.lists,
    recipientFacts(store, target, reading.owner),
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
