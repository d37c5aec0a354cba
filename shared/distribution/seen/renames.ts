/** Reads the new names and codes of artists and labels (note-rename.ts), for those who look at a release. */
import * as v from 'valibot';
import type { Album } from '../../catalogue/api/albums.ts';
import { artists } from '../../catalogue/api/artists.ts';
import { albumArtists, trackArtists } from '../../catalogue/api/credited-artists.ts';
import { labels } from '../../catalogue/api/labels.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import type { Linking } from '../../kit/records/links.ts';
import type { Store } from '../../kit/records/store.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Table } from '../../kit/table/table.ts';
import { tracksOn } from '../contents/album-contents.ts';
import { renamesKey } from '../keys.ts';
import { changeOf, type ReleaseChange } from '../rules/release-changes.ts';
import { actorOf, rowsLogged, timeOf } from './change-log.ts';

const countIn = (row: Item | undefined): number => Number(row?.['changes'] ?? 0);

/** @returns how often an owner has renamed artists and labels. A decision that reads it holds it. */
export const renamesOf = async (table: Table, ownerId: string): Promise<number> =>
  countIn(await table.get(renamesKey(ownerId)));

/** @returns the same for several owners, by their ids. */
export async function renamesOfAll(
  table: Table,
  ownerIds: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(ownerIds)];
  const rows = await table.getMany(ids.map(renamesKey), true);
  const byPartition = new Map(rows.map((row) => [row['pk'], row]));
  return new Map(ids.map((id) => [id, countIn(byPartition.get(renamesKey(id).pk))]));
}

/** @returns those of the last renames that concern an album, newest first. Reads its artists only if there are any. */
export async function renamesOn(
  store: Store,
  album: Album,
  { limit, since = '' }: { readonly limit: number; readonly since?: string },
): Promise<ReleaseChange[]> {
  const logged = await rowsLogged(store.table, renamesKey(album.ownerId).pk, limit);
  const rows = logged.filter((row) => timeOf(row) >= since);
  if (rows.length === 0) return [];
  const named = await namedOn(store, album);
  return rows
    .filter(({ type, id }) => named.has(`${type} ${id}`))
    .map((row) => ({
      at: timeOf(row),
      actor: actorOf(row),
      what: wordsOf(row),
    }));
}

/** Rows of 0.2.0 have no codes. */
function wordsOf({ type, from, to, codes = [] }: Item): string {
  const named = `${type === labels.type ? 'Label' : 'Artist'} "${from}"`;
  const renamed = from === to ? [] : [`${named}: renamed to "${to}"`];
  const other = v.parse(v.array(v.string()), codes);
  return [...renamed, ...(other.length > 0 ? [changeOf(named, other)] : [])].join('. ');
}

/** @returns the label and the artists of an album and its tracks. */
async function namedOn(store: Store, album: Album): Promise<ReadonlySet<string>> {
  const tracks = (await tracksOn(store, album)).map(({ track }) => track);
  const [ofAlbum, ofTracks] = await Promise.all([
    linkingsOf(store, [album], { resource: albumArtists, by: 'album' }),
    linkingsOf(store, tracks, { resource: trackArtists, by: 'track' }),
  ]);
  const artistsIn = (lists: ReadonlyMap<string, readonly Linking[]>) =>
    [...lists.values()].flat().flatMap(({ ids: { artist } }) => artist ?? []);
  const ids = [
    ...artistsIn(ofAlbum),
    ...artistsIn(ofTracks),
    ...tracks.flatMap(({ fields }) => fields.artists),
  ];
  return new Set([`${labels.type} ${album.fields.label}`, ...ids.map((id) => `${artists.type} ${id}`)]);
}
