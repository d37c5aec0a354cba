/** What the catalogue already has of a release: the album with its UPC, and the tracks at its places. */
import { linkedRecords } from '../../kit/records/linked-records.ts';
import { findRecord, findRecords, type Store } from '../../kit/records/store.ts';
import { findHolder, uniqueValue } from '../../kit/records/unique-values.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { comparableIsrc } from '../rules/isrc.ts';
import { gtinOf } from '../rules/upc.ts';
import { placeOf, type ReleaseTrack } from './release-form.ts';

/** @returns the album of any owner. */
export async function albumOfUpc(store: Pick<Store, 'table'>, upc: string): Promise<Album | undefined> {
  const gtin = gtinOf(upc);
  if (gtin === undefined) return undefined;
  const value = uniqueValue(albums.type, { owner: 'platform', field: 'gtin', values: [gtin] });
  const id = await findHolder(store.table, value);
  return id === undefined ? undefined : findRecord(store, albums, id);
}

export interface PresentTracks {
  readonly count: number;
  /** The track at a place (`placeOf`). */
  readonly at: (place: string) => Track | undefined;
  /** The track with the same ISRC or, if one of both has none, at the same place. */
  readonly like: (track: ReleaseTrack) => Track | undefined;
}

/** @param album undefined for an album that is not there yet. */
export async function tracksPresent(store: Store, album: Album | undefined): Promise<PresentTracks> {
  if (!album) return { count: 0, at: () => undefined, like: () => undefined };
  const places = await linkedRecords(store, album, { resource: albumTracks, by: 'album' });
  const ids = places.records.map(({ fields }) => fields.track);
  const found = await findRecords(store, tracks, ids);
  const byId = new Map(found.map((track) => [track.id, track]));
  const byIsrc = new Map(found.map((track) => [isrcOf(track.fields), track]));
  const byPlace = new Map(places.records.map(({ fields }) => [placeOf(fields), byId.get(fields.track)]));
  return {
    count: places.records.length,
    at: (place) => byPlace.get(place),
    like(track) {
      const isrc = isrcOf(track.attributes);
      const same = isrc === '' ? undefined : byIsrc.get(isrc);
      if (same) return same;
      const placed = byPlace.get(placeOf(track));
      return placed && (isrc === '' || isrcOf(placed.fields) === '') ? placed : undefined;
    },
  };
}

const isrcOf = ({ 'isrc-code': code }: Readonly<Record<string, unknown>>): string =>
  typeof code === 'string' ? comparableIsrc(code) : '';
