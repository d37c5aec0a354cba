/** What reviewers see at a glance of the albums of undecided requests, as of a moment ago. */
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import type { Album } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { mayBeIncomplete } from '../../catalogue/rules/track-lacks.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecentRecords, type Store } from '../../kit/records/store.ts';
import { type Place, type PlacedTrack, placesIn, trackContents } from '../contents/album-contents.ts';
import type { TrackContents } from '../rules/completeness.ts';

export interface UndecidedAlbum {
  readonly places: readonly Place[];
  readonly placed: readonly PlacedTrack[];
  /** Tracks that may lack something. */
  readonly incomplete: readonly TrackContents[];
}

/** @returns by the id of the album. */
export async function undecidedAlbums(
  store: Store,
  all: readonly Album[],
): Promise<ReadonlyMap<string, UndecidedAlbum>> {
  const lists = await Promise.all(
    byOwner(all).map((own) =>
      linkingsOf(store, own, { resource: albumTracks, by: 'album', isEventual: true }),
    ),
  );
  const places = lists.flatMap((list) =>
    Array.from(list, ([id, linkings]) => [id, placesIn(linkings)] as const),
  );
  const read = await findRecentRecords(
    store,
    tracks,
    places.flatMap(([, some]) => some.map(({ trackId }) => trackId)),
  );
  const byId = new Map(read.map((track) => [track.id, track]));
  const lacking = places.flatMap(([, some]) => some.filter(({ lacks }) => mayBeIncomplete(lacks)));
  const contents = await contentsById(
    store,
    lacking.flatMap(({ trackId }) => byId.get(trackId) ?? []),
  );
  return new Map(
    places.map(([id, some]) => [
      id,
      {
        places: some,
        placed: some.flatMap(({ trackId, disc, order }) => {
          const track = byId.get(trackId);
          return track ? [{ track, disc, order }] : [];
        }),
        incomplete: some.flatMap(({ trackId }) => contents.get(trackId) ?? []),
      },
    ]),
  );
}

async function contentsById(
  store: Store,
  some: readonly Track[],
): Promise<ReadonlyMap<string, TrackContents>> {
  const read = byOwner(some).map(async (own) => {
    const contents = await trackContents(store, own, true);
    return own.flatMap(({ id }, index) => {
      const each = contents[index];
      return each ? [[id, each] as const] : [];
    });
  });
  return new Map((await Promise.all(read)).flat());
}

/** Link lists are read for the records of one owner. */
export const byOwner = <R extends { readonly ownerId: string }>(all: readonly R[]): R[][] => [
  ...Map.groupBy(all, ({ ownerId }) => ownerId).values(),
];
