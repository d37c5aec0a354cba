/** Reads the tracks of an album for comparison or indexing, with a bounded number of calls. */
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import type { Album } from '../../catalogue/api/albums.ts';
import { artists } from '../../catalogue/api/artists.ts';
import { trackArtists } from '../../catalogue/api/credited-artists.ts';
import { labels } from '../../catalogue/api/labels.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { catalogueKeyRows } from '../../catalogue/keys.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecord, findRecords } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import type { ReleasedTrack } from './released-track.ts';

/** What is needed to read links. */
const api = { keys: catalogueKeyRows };

/** @returns the ids of the album's tracks, as last written, oldest first. */
export async function trackIdsOf(table: Table, album: Album): Promise<string[]> {
  const places = await linkingsOf({ api, table }, [album], { resource: albumTracks, by: 'album' });
  return [...places.values()]
    .flat()
    .flatMap(({ ids }) => ids['track'] ?? [])
    .toSorted((left, right) => Number(left) - Number(right));
}

/** @returns the existing tracks among these ids, as released on the album. */
export async function readTracks(
  table: Table,
  album: Album,
  trackIds: readonly string[],
): Promise<ReleasedTrack[]> {
  const { label: labelId, title: albumTitle, release_date: releaseDate, 'upc-code': upc } = album.fields;
  const [label, existing] = await Promise.all([
    labelId === null ? undefined : findRecord({ table }, labels, labelId),
    findRecords({ table }, tracks, trackIds),
  ]);
  const names = await mainArtists(table, existing);
  return existing.map((track) => ({
    trackId: track.id,
    albumId: album.id,
    title: track.fields.title,
    artists: names.get(track.id) ?? [],
    isrc: track.fields['isrc-code'],
    iswc: track.fields['iswc-code'],
    albumTitle,
    label: label?.fields.name ?? null,
    upc,
    releaseDate,
  }));
}

/** @returns the names of main artists by track id, in the order in which they were added. */
async function mainArtists(table: Table, existing: readonly Track[]): Promise<Map<string, string[]>> {
  const linkings = await linkingsOf({ api, table }, existing, { resource: trackArtists, by: 'track' });
  const role = artistRoleData.rows().find(({ key }) => key === 'main_artist')?.id;
  const lists = Array.from(linkings, ([trackId, links]) => ({
    trackId,
    ids: links.flatMap(({ ids }) => (ids['artist-role'] === role ? (ids['artist'] ?? []) : [])),
  }));
  const artistIds = lists.flatMap(({ ids }) => ids);
  const records = await findRecords({ table }, artists, artistIds);
  const names = new Map(records.map(({ id, fields }) => [id, fields.name]));
  return new Map(lists.map(({ trackId, ids }) => [trackId, ids.flatMap((id) => names.get(id) ?? [])]));
}
