/** The current and future albums of a track being written. */

import { isDeepStrictEqual } from 'node:util';
import { type Context, ownerOf } from '../../kit/crud/context.ts';
import type { DecidingContext, Sent } from '../../kit/crud/write/hooks.ts';
import { unheld } from '../../kit/records/deciding.ts';
import { type GuardedLinkings, guardedLinkings } from '../../kit/records/linked-records.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { versionNameOf } from '../../reference/data/versions.ts';
import { type AlbumTrack, albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { contentsOf, notesOfFields, type TrackContents } from '../contents/track-contents.ts';
import { writesVideos } from '../rules/music-videos.ts';
import { lyricsEnd } from '../rules/synced-lyrics.ts';
import { isOtherSound, soundFields } from '../rules/track-audio.ts';
import { lacksOfFields } from '../rules/track-lacks.ts';
import { versionOf } from '../rules/track-version.ts';

type SentTrack = Sent<typeof tracks>;

export interface TrackReleases {
  /** Undefined for a new track, or if the write does not depend on its places. */
  readonly links: GuardedLinkings | undefined;
  /** The places of the track; undefined if the request does not change them. */
  readonly places: readonly AlbumTrack[] | undefined;
  /** What a track that exists has, if it gets albums. */
  readonly contents: TrackContents | undefined;
  /** The future albums of the track; none if the write does not depend on them. */
  readonly future: readonly Album[];
  /** The current and the future albums. */
  readonly all: readonly Album[];
}

/** Reads nothing for a change of metadata by an account with the video feature. */
export async function loadReleases(sent: SentTrack, context: DecidingContext): Promise<TrackReleases> {
  const reading = unheld(context, HELD_BY_RULES);
  const [early, contents, isNotedOtherwise] = await Promise.all([
    dependsOnPlaces(sent, context) ? linksOf(reading, sent) : undefined,
    sent.isNew || sent.linkage('albums') === undefined ? undefined : contentsOf(reading, sent),
    changesNotes(sent),
  ]);
  const links = early ?? (isNotedOtherwise ? await linksOf(reading, sent) : undefined);
  const current = links ? albumsIn(links) : [];
  const futureIds = sent.linkage('albums') ?? current;
  const isChanging = changesPlaces(sent.sent) || isNotedOtherwise;
  const [places, all] = await Promise.all([
    links && isChanging ? findPlaces(reading, links) : undefined,
    // Albums of other owners are rejected.
    findRecords(reading, albums, [...current, ...futureIds]),
  ]);
  return { links, places, contents, all, future: all.filter(({ id }) => futureIds.includes(id)) };
}

/** An album that a track stays on is not held, so that tracks of an album can change concurrently. */
const HELD_BY_RULES =
  'The rules hold the list of places if they change, the place that the track shows, what its notes depend on, the ' +
  'albums that it joins, and the counts of those that it leaves.';

const dependsOnPlaces = ({ isNew, sent }: SentTrack, { caller }: Context): boolean =>
  !isNew && (changesPlaces(sent) || !writesVideos(caller));

/** The fields that decide what the places of a track keep of it. */
const notedFields = [
  ...soundFields,
  'isrc-code',
  'title',
  'is-explicit',
  'version-description',
  'version',
  'length',
  'ai-usage',
  'rights-owner-year',
] as const satisfies (keyof Track['fields'])[];

/** Whether a request changes what the places of a track keep of it. */
async function changesNotes(sent: SentTrack): Promise<boolean> {
  const names = notedFields.filter((field) => sent.isSent(field));
  const hasLyrics = sent.isSent('synced-lyrics');
  const before = names.length > 0 || hasLyrics ? (await sent.before)?.fields : undefined;
  if (!before) return false;
  const values = await Promise.all(names.map(async (field) => [field, await sent.valid(field)] as const));
  const known = values.filter(([, value]) => value !== undefined);
  const lyrics = hasLyrics ? await sent.valid('synced-lyrics') : undefined;
  const after: Track['fields'] = {
    ...before,
    ...Object.fromEntries(known),
    ...(lyrics !== undefined && { 'synced-lyrics-end': lyricsEnd(lyrics) }),
  };
  const isOther = isOtherSound(before, (field) => after[field]);
  const text = textAfter(sent, { before, after });
  const heard = isOther ? { audio: null, 'heard-md5': null } : {};
  const noted = { ...after, ...heard, 'version-description': text };
  return !isDeepStrictEqual(notesIn(before), notesIn(noted));
}

/** Like the hook of the version. */
const textAfter = (
  { isSent }: SentTrack,
  { before, after }: Readonly<Record<'before' | 'after', Track['fields']>>,
): string | null => {
  const text = isSent('version-description') ? after['version-description'] : undefined;
  const id = isSent('version') ? after.version : null;
  const name = versionNameOf(id);
  const version = id === null || name === undefined ? undefined : { id, name };
  return versionOf({ text, version }, before['version-description']).text;
};

const notesIn = (fields: Track['fields']) => [lacksOfFields(fields), notesOfFields(fields)];

/** Whether a request changes the places of a track, or its kind. */
const changesPlaces = (sent: ReadonlySet<string>): boolean =>
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

export const albumsOf = (store: Pick<Store, 'table'>, links: GuardedLinkings): Promise<Album[]> =>
  findRecords(store, albums, albumsIn(links));

/** @returns the albums of a track for an account that may not write video releases; none for others. */
export async function restrictingAlbums(
  context: DecidingContext,
  id: string | undefined,
): Promise<readonly Album[]> {
  if (writesVideos(context.caller) || id === undefined) return [];
  const reading = unheld(context, NO_VIDEOS);
  return albumsOf(reading, await linksOf(reading, { id, ownerId: ownerOf(context, tracks) }));
}

/** Why the releases of an account that may not write music videos are not held. */
export const NO_VIDEOS = 'The account itself can neither make a video release nor put a track on one.';
