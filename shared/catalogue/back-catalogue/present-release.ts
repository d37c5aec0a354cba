/** What the catalogue already has of a release: the album with its UPC, and the tracks at its places. */
import { linkedRecords } from '../../kit/records/linked-records.ts';
import { findRecord, findRecords, type Store } from '../../kit/records/store.ts';
import { findHolder, uniqueValue } from '../../kit/records/unique-values.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { readIsrc } from '../rules/isrc.ts';
import { gtinOf } from '../rules/upc.ts';
import { placeOf, type Release, type ReleaseTrack } from './release-form.ts';

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
  /** The track of a release, which may have been moved to another place. */
  readonly like: (track: ReleaseTrack, release: Release) => Track | undefined;
}

/** @param album undefined for an album that is not there yet. */
export async function tracksPresent(store: Store, album: Album | undefined): Promise<PresentTracks> {
  if (!album) return { count: 0, at: () => undefined, like: () => undefined };
  const places = await linkedRecords(store, album, { resource: albumTracks, by: 'album' });
  const ids = places.records.map(({ fields }) => fields.track);
  const byId = new Map((await findRecords(store, tracks, ids)).map((track) => [track.id, track]));
  const byPlace = new Map(
    places.records.flatMap(({ fields }) => {
      const track = byId.get(fields.track);
      return track ? [[placeOf(fields), track] as const] : [];
    }),
  );
  return {
    count: places.records.length,
    at: (place) => byPlace.get(place),
    like: (track, release) => present(byPlace, track, release),
  };
}

/**
 * @returns the track at the place, unless it has another ISRC. Otherwise, one with this ISRC, at a place
 * where the release has no track with it.
 */
function present(
  byPlace: ReadonlyMap<string, Track>,
  track: ReleaseTrack,
  release: Release,
): Track | undefined {
  const isrc = isrcOf(track.attributes);
  const placed = byPlace.get(placeOf(track));
  const other = placed && isrcOf(placed.fields);
  if (placed && (isrc === '' || other === '' || isrc === other)) return placed;
  if (isrc === '') return undefined;
  const same = release.tracks.filter(({ attributes }) => isrcOf(attributes) === isrc);
  const taken = new Set(same.map(placeOf));
  const moved = [...byPlace].find(([place, { fields }]) => !taken.has(place) && isrcOf(fields) === isrc);
  return moved?.[1];
}

/** @returns an empty text for a track without an ISRC. */
const isrcOf = ({ 'isrc-code': code }: Readonly<Record<string, unknown>>): string =>
  (typeof code === 'string' && readIsrc(code)) || '';
