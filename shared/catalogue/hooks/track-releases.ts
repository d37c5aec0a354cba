/** The current and future albums of a track being written. */
import { type Context, ownerOf } from '../../kit/crud/context.ts';
import type { Sent } from '../../kit/crud/write/hooks.ts';
import { type GuardedLinkings, guardedLinkings } from '../../kit/records/linked-records.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { writesVideos } from '../rules/music-videos.ts';

type SentTrack = Sent<typeof tracks>;

export interface TrackReleases {
  /** Undefined for a new track, or if the write does not depend on its places. */
  readonly links: GuardedLinkings | undefined;
  /** Those of the links, if the request changes them. */
  readonly places: Awaited<ReturnType<typeof findPlaces>>;
  /** The future albums of the track; none if the write does not depend on them. */
  readonly future: readonly Album[];
  /** The current and the future albums. */
  readonly all: readonly Album[];
}

/** Reads nothing for a change of metadata by an account with the video feature. */
export async function loadReleases(sent: SentTrack, context: Context): Promise<TrackReleases> {
  const links = dependsOnPlaces(sent, context) ? await linksOf(context, sent) : undefined;
  const current = links ? albumsIn(links) : [];
  const futureIds = sent.linkage('albums') ?? current;
  const [places, all] = await Promise.all([
    links && changesPlaces(sent.sent) ? findPlaces(context, links) : [],
    // Albums of other owners are rejected.
    findRecords(context, albums, [...current, ...futureIds]),
  ]);
  return { links, places, all, future: all.filter(({ id }) => futureIds.includes(id)) };
}

const dependsOnPlaces = ({ isNew, sent }: SentTrack, { caller }: Context): boolean =>
  !isNew && (changesPlaces(sent) || !writesVideos(caller));

/** Whether a request changes the places of a track, or its kind. */
export const changesPlaces = (sent: ReadonlySet<string>): boolean =>
  ['order', 'albums', 'is-video'].some((field) => sent.has(field));

export const linksOf = (
  store: Pick<Store, 'api' | 'table'>,
  { id, ownerId }: Pick<Track, 'id' | 'ownerId'>,
): Promise<GuardedLinkings> =>
  guardedLinkings(store, { type: tracks.type, id, ownerId }, { resource: albumTracks, by: 'track' });

const albumsIn = ({ linkings }: GuardedLinkings): string[] =>
  linkings.flatMap(({ ids: { album } }) => album ?? []);

const findPlaces = (store: Pick<Store, 'table'>, { linkings }: GuardedLinkings) =>
  findRecords(
    store,
    albumTracks,
    linkings.map(({ id }) => id),
  );

export const albumsOf = async (context: Context, track: Pick<Track, 'id' | 'ownerId'>): Promise<Album[]> =>
  findRecords(context, albums, albumsIn(await linksOf(context, track)));

/** @returns the albums of a track for an account that may not write video releases; none for others. */
export async function restrictingAlbums(context: Context, id: string | undefined): Promise<readonly Album[]> {
  if (writesVideos(context.caller) || id === undefined) return [];
  return albumsOf(context, { id, ownerId: ownerOf(context, tracks) });
}
