/** Albums, tracks and places in memory: what the model works on, and what the rows of a table hold. */
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { recordsAmong } from '../invariants.ts';

export interface TrackPlace {
  readonly album: string;
  readonly track: string;
  order: number;
  disc: number;
  /** Unknown to the model for places that it made. */
  readonly id?: string;
}

export interface Snapshot {
  /** By id: the format. */
  albums: Record<string, string>;
  tracks: Record<string, { isVideo: boolean; order: number; disc: number }>;
  /** By the pair they join. */
  places: Record<string, TrackPlace>;
}

export const empty = (): Snapshot => ({ albums: {}, tracks: {}, places: {} });

/** @returns the catalogue that the rows of a table hold. */
export function snapshotOf(rows: readonly Item[]): Snapshot {
  const made = empty();
  for (const { id, fields } of recordsAmong(rows, albums)) made.albums[id] = String(fields['format']);
  for (const { id, fields } of recordsAmong(rows, tracks))
    made.tracks[id] = {
      isVideo: fields['is-video'] === true,
      order: Number(fields['order']),
      disc: Number(fields['disc']),
    };
  for (const { id, fields } of recordsAmong(rows, albumTracks)) {
    const album = String(fields['album']);
    const track = String(fields['track']);
    const order = Number(fields['order']);
    const disc = Number(fields['disc']);
    made.places[`${album}/${track}`] = { id, album, track, order, disc };
  }
  return made;
}

/** Without the ids of places, which a model cannot foretell. */
export const withoutPlaceIds = ({ places, ...others }: Snapshot) => ({
  ...others,
  places: Object.fromEntries(Object.entries(places).map(([pair, { id: _, ...place }]) => [pair, place])),
});
