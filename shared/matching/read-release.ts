/** Reads the tracks of an album as they are to be compared, or released: a bounded number of calls for any number of tracks. */
import { albumTracks } from '../catalogue/api/album-tracks.ts';
import type { Album } from '../catalogue/api/albums.ts';
import { artists } from '../catalogue/api/artists.ts';
import { trackArtists } from '../catalogue/api/credited-artists.ts';
import { labels } from '../catalogue/api/labels.ts';
import { type Track, tracks } from '../catalogue/api/tracks.ts';
import { catalogueKeyRows } from '../catalogue/keys.ts';
import type { Stored } from '../kit/declare/fields.ts';
import type { Resource } from '../kit/declare/resource.ts';
import { isLinkListOf, type Linking, linkingOf, linkListKeys } from '../kit/records/links.ts';
import { recordOf } from '../kit/records/rows.ts';
import { findRecord } from '../kit/records/store.ts';
import { type Link, recordKey } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import { artistRoleData } from '../reference/data/artist-roles.ts';
import type { ReleasedTrack } from './released-track.ts';

/** @returns the ids of the album's tracks as last written, oldest first. */
export async function trackIdsOf(table: Table, album: Album): Promise<string[]> {
  const { type } = albumTracks;
  const [links = []] = await linkings(table, [album], {
    type,
    name: 'album',
    link: catalogueKeyRows[type].links.album,
  });
  return links
    .flatMap(({ ids }) => ids['track'] ?? [])
    .toSorted((left, right) => Number(left) - Number(right));
}

/** @returns the tracks with these ids, as the album shows them: those that exist. */
export async function readTracks(
  table: Table,
  album: Album,
  trackIds: readonly string[],
): Promise<ReleasedTrack[]> {
  const { label: labelId, title: albumTitle, release_date: releaseDate, 'upc-code': upc } = album.fields;
  const [label, found] = await Promise.all([
    labelId === null ? undefined : findRecord({ table }, labels, labelId),
    recordsOf(table, tracks, trackIds),
  ]);
  const names = await mainArtists(table, found);
  return found.map((track) => ({
    trackId: track.id,
    albumId: album.id,
    title: track.fields.title,
    artists: names.get(track.id) ?? [],
    isrc: track.fields['isrc-code'],
    albumTitle,
    label: label?.fields.name ?? null,
    upc,
    releaseDate,
  }));
}

/** @returns the names of the main artists by the ids of tracks, in the order in which they were added. */
async function mainArtists(table: Table, found: readonly Track[]): Promise<Map<string, string[]>> {
  const { type } = trackArtists;
  const lists = await linkings(table, found, {
    type,
    name: 'track',
    link: catalogueKeyRows[type].links.track,
  });
  const role = artistRoleData.rows().find(({ key }) => key === 'main_artist')?.id;
  const ids = lists.map((links) =>
    links.flatMap((each) => (each.ids['artist-role'] === role ? (each.ids['artist'] ?? []) : [])),
  );
  const known = await recordsOf(table, artists, ids.flat());
  const names = new Map(known.map(({ id, fields }) => [id, fields.name]));
  return new Map(
    found.map(({ id }, index) => [id, (ids[index] ?? []).flatMap((each) => names.get(each) ?? [])]),
  );
}

async function recordsOf<D extends Resource>(
  table: Table,
  resource: D,
  ids: readonly string[],
): Promise<Stored<D>[]> {
  const keys = [...new Set(ids)].map((id) => recordKey(resource.type, id));
  return (await table.getMany(keys, true)).map((row) => recordOf(resource, row));
}

/** @returns for each of the records what links to it by a bounded link, oldest first. */
async function linkings(
  table: Table,
  records: readonly { readonly type: string; readonly id: string; readonly ownerId: string }[],
  { type, name, link }: { type: string; name: string; link: Link },
): Promise<Linking[][]> {
  const keys = records.flatMap((each) => linkListKeys({ ownerId: each.ownerId, type, name, link }, each));
  const rows = await table.getMany(keys, true);
  return records.map((each) =>
    rows
      .filter((row) => isLinkListOf(row, each))
      .flatMap(linkingOf)
      .toSorted((left, right) => Number(left.id) - Number(right.id)),
  );
}
