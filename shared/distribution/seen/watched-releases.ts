/**
 * The watched albums that a change concerns. They are read beside the decision, whose write does not hold them:
 * tracks of other albums change concurrently. Who looks at a request that is made at the same time may see the track as it
 * was before, and only within the milliseconds between this read and the write.
 */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { albumsOf, linksOf } from '../../catalogue/hooks/track-releases.ts';
import type { DecidingContext } from '../../kit/crud/write/hooks.ts';
import { type Deciding, plain } from '../../kit/records/deciding.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { isWatched } from '../contents/album-requests.ts';

export async function watchedWith(
  context: Store & Deciding,
  track: Pick<Track, 'id' | 'ownerId'>,
): Promise<readonly Album[]> {
  const reading = plain(context);
  return (await albumsOf(reading, await linksOf(reading, track))).filter(isWatched);
}

/** A track whose artists or masters change. */
export interface WatchedTrack {
  readonly watched: readonly Album[];
  /** Empty without a track. */
  readonly trackId: string;
  /** Empty unless an album of the track is watched. */
  readonly title: string;
}

/** @param id undefined if the change concerns no track, or the track is deleted itself. */
export async function watchedTrack(
  context: DecidingContext,
  ownerId: string,
  id: string | undefined,
): Promise<WatchedTrack> {
  if (id === undefined) return { watched: [], trackId: '', title: '' };
  const watched = await watchedWith(context, { id, ownerId });
  if (watched.length === 0) return { watched, trackId: id, title: '' };
  const track = await findRecord(plain(context), tracks, id);
  return { watched, trackId: id, title: track?.fields.title ?? id };
}

/** @returns the album, if it is watched. */
export async function watchedAlbum(
  context: DecidingContext,
  id: string | undefined,
): Promise<readonly Album[]> {
  const album = await findRecord(plain(context), albums, id);
  return album && isWatched(album) ? [album] : [];
}
