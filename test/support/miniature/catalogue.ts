/** The records of the miniature catalogue in memory: what a model works on, and what the rows of a table hold. */
import type { Item } from '../../../shared/kit/table/item.ts';
import { recordsAmong } from '../invariants.ts';
import { albumStores, albums, albumTracks, labels, requests, tracks } from './declarations.ts';

/** All records by id, links by the pair they join. */
export interface Catalogue {
  labels: Record<string, string>;
  albums: Record<string, { label: string | null; status: string }>;
  tracks: Record<string, { order: number }>;
  links: Record<string, { id?: string; album: string; track: string; order: number }>;
  stores: Record<string, true>;
  requests: Record<string, { album: string; status: string }>;
}

export const empty = (): Catalogue => ({
  labels: {},
  albums: {},
  tracks: {},
  links: {},
  stores: {},
  requests: {},
});

/** @returns the catalogue that the rows of a table hold. */
export function catalogueAmong(rows: readonly Item[]): Catalogue {
  const made = empty();
  for (const { id, fields } of recordsAmong(rows, labels)) made.labels[id] = String(fields['name']);
  for (const { id, fields } of recordsAmong(rows, albums))
    made.albums[id] = { label: fields['label'] as string | null, status: String(fields['status']) };
  for (const { id, fields } of recordsAmong(rows, tracks))
    made.tracks[id] = { order: Number(fields['order']) };
  for (const { id, fields } of recordsAmong(rows, albumTracks)) {
    const [album, track] = [String(fields['album']), String(fields['track'])];
    made.links[`${album}/${track}`] = { id, album, track, order: Number(fields['order']) };
  }
  for (const { fields } of recordsAmong(rows, albumStores))
    made.stores[`${fields['album']}/${fields['store']}`] = true;
  for (const { id, fields } of recordsAmong(rows, requests))
    made.requests[id] = { album: String(fields['album']), status: String(fields['status']) };
  return made;
}
