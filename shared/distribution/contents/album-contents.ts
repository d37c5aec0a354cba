/**
 * The contents of an album that its completeness depends on. They are known from its lists; only tracks that
 * may lack something are read.
 */
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { albumArtists, trackArtists } from '../../catalogue/api/credited-artists.ts';
import { trackAssets } from '../../catalogue/api/track-assets.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { hasVideoMaster } from '../../catalogue/contents/track-contents.ts';
import { artworkFault, isUnread } from '../../catalogue/rules/album-artwork.ts';
import { lacksIn, mayBeIncomplete, type TrackLack } from '../../catalogue/rules/track-lacks.ts';
import { soundIn, soundOf, type TrackSound } from '../../catalogue/rules/track-sound.ts';
import { type TrackWarning, warningsIn } from '../../catalogue/rules/track-warnings.ts';
import { type GuardedLinkings, guardedLinkings, linkingsOf } from '../../kit/records/linked-records.ts';
import type { Linking } from '../../kit/records/links.ts';
import { findRecentRecords, findRecords, type Store } from '../../kit/records/store.ts';
import { required } from '../../kit/values/required.ts';
import { readSettings } from '../../platform/settings.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import type { AlbumContents, TrackContents } from '../rules/completeness.ts';

/** The lists of an album, which can be read together with its record. */
export interface AlbumLists {
  readonly artists: GuardedLinkings;
  readonly places: GuardedLinkings;
}

type AlbumId = Pick<Album, 'id' | 'ownerId'>;

export async function albumLists(store: Store, { id, ownerId }: AlbumId): Promise<AlbumLists> {
  const target = { type: albums.type, id, ownerId };
  const [artists, places] = await Promise.all([
    guardedLinkings(store, target, { resource: albumArtists, by: 'album' }),
    guardedLinkings(store, target, { resource: albumTracks, by: 'album' }),
  ]);
  return { artists, places };
}

export interface PlacedContents {
  readonly contents: AlbumContents;
  /** All places, in their order. */
  readonly places: readonly Place[];
}

/** @param dsps the DSPs of the request. */
export async function albumContents(
  store: Store,
  { album, lists: { artists, places: list } }: { readonly album: Album; readonly lists: AlbumLists },
  dsps: readonly string[],
): Promise<PlacedContents> {
  const listed = placesIn(list.linkings);
  const incomplete = await tracksAt(
    store,
    listed.filter(({ lacks }) => mayBeIncomplete(lacks)),
  );
  const places = withSounds(listed, incomplete);
  return {
    contents: {
      album: album.fields,
      ...requiredOf(album),
      dsps,
      roles: rolesAmong(artists.linkings),
      places,
      tracks: await trackContents(
        store,
        incomplete.map(({ track }) => track),
      ),
    },
    places,
  };
}

/** What the stage requires of the album. */
export function requiredOf({ fields }: Album): Pick<AlbumContents, 'artworkFault' | 'needsDisclosure'> {
  const { artwork, aiDisclosure } = readSettings();
  return {
    artworkFault: artwork === 'required' ? artworkFault(fields['artwork-read']) : undefined,
    needsDisclosure: aiDisclosure === 'required',
  };
}

/** Whether the album has artwork that was not read yet. */
export const isArtworkUnread = ({ fields }: Album): boolean =>
  fields.artwork !== null && isUnread(fields['artwork-read']);

/** Whether the stage does not deliver the album before its artwork was read. */
export const needsReadArtwork = (album: Album): boolean =>
  readSettings().artwork === 'required' && isArtworkUnread(album);

/** A place as the list of the album has it. */
export interface Place {
  readonly trackId: string;
  readonly disc: number;
  readonly order: number;
  readonly lacks: readonly TrackLack[];
  readonly warnings: readonly TrackWarning[];
  /** Whether the track states its `ai-usage`. */
  readonly isDisclosed: boolean;
  /** The year of its rights, if it is unusually late. */
  readonly rightsYear: number | null;
  readonly sound: TrackSound;
}

export const placesIn = (linkings: readonly Linking[]): Place[] =>
  linkings
    .flatMap(({ ids, slot, notes }) => {
      const [disc, order] = required(slot, 'Places are read from a link list.').split('+').map(Number);
      const trackId = required(ids['track'], 'Each place has a track.');
      if (disc === undefined || order === undefined) return [];
      const isDisclosed = notes?.['ai'] === true;
      const year = notes?.['rights-year'];
      const rightsYear = typeof year === 'number' ? year : null;
      const noted = { lacks: lacksIn(notes), warnings: warningsIn(notes), sound: soundIn(notes) };
      return [{ trackId, disc, order, isDisclosed, rightsYear, ...noted }];
    })
    .toSorted((left, right) => left.disc - right.disc || left.order - right.order);

/** Entries of earlier versions do not contain what is known about the audio. @param read at least their tracks. */
function withSounds(places: readonly Place[], read: readonly PlacedTrack[]): Place[] {
  const sounds = new Map(read.map(({ track }) => [track.id, soundOf(track.fields)]));
  return places.map((place) =>
    place.lacks.includes('unknown') ? { ...place, sound: sounds.get(place.trackId) ?? place.sound } : place,
  );
}

/** The places of an album with what is known of the sound at each. Reads the tracks of entries of earlier versions. */
export async function soundedPlaces(store: Store, { places }: AlbumLists): Promise<readonly Place[]> {
  const listed = placesIn(places.linkings);
  return withSounds(
    listed,
    await tracksAt(
      store,
      listed.filter(({ lacks }) => lacks.includes('unknown')),
    ),
  );
}

export interface PlacedTrack {
  readonly track: Track;
  readonly disc: number;
  readonly order: number;
}

/** The tracks of an album, ordered by their places. */
export async function tracksOn(store: Store, album: Album): Promise<readonly PlacedTrack[]> {
  const places = await linkingsOf(store, [album], { resource: albumTracks, by: 'album' });
  return tracksAt(store, placesIn(places.get(album.id) ?? []));
}

/** Like `tracksOn`, but eventually consistent, for half the units. Only where nothing is decided. */
export async function recentTracksOn(store: Store, album: Album): Promise<readonly PlacedTrack[]> {
  const places = await linkingsOf(store, [album], { resource: albumTracks, by: 'album' });
  return tracksAt(store, placesIn(places.get(album.id) ?? []), findRecentRecords);
}

/** The tracks at some places, in their order. */
export async function tracksAt(
  store: Store,
  places: readonly Place[],
  find: typeof findRecords = findRecords,
): Promise<readonly PlacedTrack[]> {
  const found = await find(
    store,
    tracks,
    places.map(({ trackId }) => trackId),
  );
  const byId = new Map(found.map((track) => [track.id, track]));
  return places.flatMap(({ trackId, disc, order }) => {
    const track = byId.get(trackId);
    return track ? [{ track, disc, order }] : [];
  });
}

/** @param all tracks of one owner. @param isEventual as of a moment ago, for half the units. */
export async function trackContents(
  store: Store,
  all: readonly Track[],
  isEventual = false,
): Promise<TrackContents[]> {
  const videos = all.filter(({ fields }) => fields['is-video']);
  const [artists, masters] = await Promise.all([
    linkingsOf(store, all, { resource: trackArtists, by: 'track', isEventual }),
    linkingsOf(store, videos, { resource: trackAssets, by: 'track', isEventual }),
  ]);
  return all.map(({ id, fields }) => ({
    id,
    title: fields.title,
    isVideo: fields['is-video'],
    audio: fields['full-audiofile-url'],
    hasVideoMaster: hasVideoMaster(masters.get(id) ?? []),
    roles: rolesAmong(artists.get(id)),
  }));
}

/** Keys of the artist roles in the links. */
export function rolesAmong(linkings: readonly Linking[] = []): string[] {
  const ids = new Set(linkings.map(({ ids: linked }) => linked['artist-role']));
  return artistRoleData.rows().flatMap(({ id, key }) => (ids.has(id) ? [key] : []));
}
