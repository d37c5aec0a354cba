/** The current and future albums of a track being written. */
import type { Context } from '../../kit/crud/context.ts';
import type { Sent } from '../../kit/crud/write/hooks.ts';
import { type HeldLinkings, heldLinkings } from '../../kit/records/linked-records.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { hasIsrc } from '../rules/isrc.ts';
import { writesVideos } from '../rules/music-videos.ts';

type Owned = Pick<Track, 'id' | 'ownerId'>;
type SentTrack = Sent<typeof tracks>;

export interface TrackReleases {
  /** Undefined for a new track, or if the write does not depend on its places. */
  readonly links: HeldLinkings | undefined;
  /** Those of the links, if the request changes them. */
  readonly places: Awaited<ReturnType<typeof findPlaces>>;
  /** The future albums of the track; none if the write does not depend on them. */
  readonly wanted: readonly Album[];
  /** The current and the future albums. */
  readonly all: readonly Album[];
}

/** Reads nothing for a change of metadata by an account with the video feature. */
export async function loadReleases(sent: SentTrack, context: Context): Promise<TrackReleases> {
  const links = (await dependsOnPlaces(sent, context)) ? await linksOf(context, sent) : undefined;
  const current = links ? albumsIn(links) : [];
  const wanted = sent.linkage('albums') ?? current;
  const [places, all] = await Promise.all([
    links && changesPlaces(sent.sent) ? findPlaces(context, links) : [],
    // Albums of other owners are rejected.
    findRecords(context, albums, [...current, ...wanted]),
  ]);
  return { links, places, all, wanted: all.filter(({ id }) => wanted.includes(id)) };
}

async function dependsOnPlaces(sent: SentTrack, { caller }: Context): Promise<boolean> {
  if (sent.isNew) return false;
  return changesPlaces(sent.sent) || !writesVideos(caller) || losesCode(sent);
}

/** Losing its code counts as a loss on the albums of a track. */
async function losesCode(sent: SentTrack): Promise<boolean> {
  const code = sent.isSent('isrc-code') ? await sent.valid('isrc-code') : undefined;
  if (code === undefined || hasIsrc({ 'isrc-code': code })) return false;
  const before = await sent.before;
  return before !== undefined && before.fields['isrc-code'] !== code;
}

/** Whether a request changes the places of a track, or its kind. */
export const changesPlaces = (sent: ReadonlySet<string>): boolean =>
  ['order', 'albums', 'is-video'].some((field) => sent.has(field));

export const linksOf = (store: Pick<Store, 'api' | 'table'>, { id, ownerId }: Owned): Promise<HeldLinkings> =>
  heldLinkings(store, { type: tracks.type, id, ownerId }, { resource: albumTracks, by: 'track' });

const albumsIn = ({ linkings }: HeldLinkings): string[] =>
  linkings.flatMap(({ ids: { album } }) => album ?? []);

const findPlaces = (store: Pick<Store, 'table'>, { linkings }: HeldLinkings) =>
  findRecords(
    store,
    albumTracks,
    linkings.map(({ id }) => id),
  );

/** @returns the albums that a track is on. */
export const albumsOf = async (context: Context, track: Owned): Promise<readonly Album[]> =>
  findRecords(context, albums, albumsIn(await linksOf(context, track)));

/** @returns the albums of a track for an account that may not write video releases; none for others. */
export async function restrictingAlbums(context: Context, track: Owned): Promise<readonly Album[]> {
  return writesVideos(context.caller) ? [] : albumsOf(context, track);
}
