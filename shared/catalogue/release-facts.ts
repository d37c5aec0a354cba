/** What albums and their tracks link to, as exports and stores get it. */
import { completed } from '../kit/crud/read/views.ts';
import type { ShownRecord, Stored } from '../kit/declare/fields.ts';
import { linkedRecordsOf } from '../kit/records/linked-records.ts';
import { findRecords, type Store } from '../kit/records/store.ts';
import { type Album, albums } from './api/albums.ts';
import { type Artist, artists } from './api/artists.ts';
import { albumArtists, trackArtists } from './api/credited-artists.ts';
import { labels } from './api/labels.ts';
import { type TrackAsset, trackAssets } from './api/track-assets.ts';
import { type Track, tracks } from './api/tracks.ts';
import { tracksView } from './views/tracks.ts';

export type CreditedArtist = Stored<typeof albumArtists> | Stored<typeof trackArtists>;

/** Each map is by the id of the album, the track or the label. */
export interface ReleaseFacts {
  readonly albumArtists: ReadonlyMap<string, readonly CreditedArtist[]>;
  readonly trackArtists: ReadonlyMap<string, readonly CreditedArtist[]>;
  readonly masters: ReadonlyMap<string, readonly TrackAsset[]>;
  /** Albums with their descriptions and titles in other languages. */
  readonly wholeAlbums: ReadonlyMap<string, ShownRecord>;
  /** Tracks with their lyrics, titles in other languages and credits. */
  readonly wholeTracks: ReadonlyMap<string, ShownRecord>;
  /** Names of labels by id. */
  readonly labels: ReadonlyMap<string | null, string>;
}

interface Releases {
  /** Albums of one owner. */
  readonly albums: readonly Album[];
  /** The tracks of the albums. */
  readonly tracks: readonly Track[];
  /** Attributes of albums to read if they have separate rows; by default, all. */
  readonly albumFields?: readonly string[];
}

export async function releaseFacts(
  store: Store,
  { albums: some, tracks: on, albumFields }: Releases,
): Promise<ReleaseFacts> {
  const viewing = { ...store, api: { views: { tracks: tracksView } } };
  const labelIds = some.flatMap(({ fields }) => fields.label ?? []);
  const fields = new Map(albumFields && [[albums.type, new Set(albumFields)] as const]);
  const [ofAlbums, ofTracks, masters, wholeAlbums, wholeTracks, labelled] = await Promise.all([
    linkedRecordsOf(store, some, { resource: albumArtists, by: 'album' }),
    linkedRecordsOf(store, on, { resource: trackArtists, by: 'track' }),
    linkedRecordsOf(store, on, { resource: trackAssets, by: 'track' }),
    completed(viewing, albums, { records: some, fields, isSingle: true }),
    completed(viewing, tracks, { records: on, fields: new Map(), isSingle: true }),
    findRecords(store, labels, labelIds),
  ]);
  return {
    albumArtists: ofAlbums,
    trackArtists: ofTracks,
    masters,
    wholeAlbums: new Map(wholeAlbums.map((album) => [album.id, album])),
    wholeTracks: new Map(wholeTracks.map((track) => [track.id, track])),
    labels: new Map(labelled.map(({ id, fields }) => [id, fields.name])),
  };
}

/** By the id of the artist. */
export type ArtistsById = ReadonlyMap<string, Pick<Artist['fields'], 'name' | 'isni' | 'ipi'>>;

/** @returns the artists of albums and tracks, and others with these ids. */
export async function artistsById(
  store: Pick<Store, 'table'>,
  facts: Pick<ReleaseFacts, 'albumArtists' | 'trackArtists'>,
  others: readonly string[] = [],
): Promise<ArtistsById> {
  const credited = [...facts.albumArtists.values(), ...facts.trackArtists.values()].flat();
  const ids = [...credited.map(({ fields }) => fields.artist), ...others];
  const records = await findRecords(store, artists, ids);
  return new Map(records.map(({ id, fields }) => [id, fields]));
}

/** Omits artists who were removed and deleted after `credited` was read. */
export const namedArtists = (credited: readonly CreditedArtist[] | undefined, byId: ArtistsById) =>
  (credited ?? []).flatMap(({ fields: { artist: id, 'artist-role': role, order } }) => {
    const artist = byId.get(id);
    return artist ? [{ id, name: artist.name, isni: artist.isni, ipi: artist.ipi, role, order }] : [];
  });
