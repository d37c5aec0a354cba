/**
 * The requested albums that a change concerns. They are read beside the decision, whose write does not hold them: tracks of
 * an album that is not requested change concurrently. Who looks at a request that is made at the same time may see the
 * track as it was before, and only within the milliseconds between this read and the write.
 */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { albumsOf, linksOf } from '../../catalogue/hooks/track-releases.ts';
import type { DecidingContext } from '../../kit/crud/write/hooks.ts';
import { type Deciding, plain } from '../../kit/records/deciding.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { isRequested } from '../contents/album-requests.ts';

export async function requestedWith(
  context: Store & Deciding,
  track: Pick<Track, 'id' | 'ownerId'>,
): Promise<readonly Album[]> {
  const reading = plain(context);
  return (await albumsOf(reading, await linksOf(reading, track))).filter(isRequested);
}

/** A track whose artists or masters change. */
export interface RequestedTrack {
  readonly requested: readonly Album[];
  /** Empty unless an album of the track is requested. */
  readonly title: string;
}

/** @param id undefined if the change concerns no track, or the track is deleted itself. */
export async function requestedTrack(
  context: DecidingContext,
  ownerId: string,
  id: string | undefined,
): Promise<RequestedTrack> {
  const requested = id === undefined ? [] : await requestedWith(context, { id, ownerId });
  if (requested.length === 0) return { requested, title: '' };
  const track = await findRecord(plain(context), tracks, id);
  return { requested, title: track?.fields.title ?? String(id) };
}

/** @returns the album, if it is requested. */
export async function requestedAlbum(
  context: DecidingContext,
  id: string | undefined,
): Promise<readonly Album[]> {
  const album = await findRecord(plain(context), albums, id);
  return album && isRequested(album) ? [album] : [];
}
