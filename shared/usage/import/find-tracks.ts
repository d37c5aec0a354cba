/** Finds the tracks that reports identify by ISRC, and the owners who earn from them. */
import * as v from 'valibot';
import { trackArtists } from '../../catalogue/api/credited-artists.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import { type DeliveredTrack, deliveredWith } from '../../catalogue/delivered-codes.ts';
import { catalogueKeyRows } from '../../catalogue/keys.ts';
import { isrcHolds } from '../../catalogue/rules/isrc.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { recordOf } from '../../kit/records/rows.ts';
import type { Item } from '../../kit/table/item.ts';
import { type KeyRow, recordKey } from '../../kit/table/keys.ts';
import { lookupIndex, placeOf, readLookupSort } from '../../kit/table/lookup-keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { batchesOf } from '../../platform/batches.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';

/** A track as it was when found. */
export const foundTrackSchema = v.object({
  id: v.string(),
  owner: v.string(),
  /** The oldest album of the track. */
  album: v.nullable(v.string()),
  /** The distinct main and featured artists. */
  artists: v.array(v.string()),
});

export type FoundTrack = Readonly<v.InferOutput<typeof foundTrackSchema>>;

/** 'unknown': no owner holds the code. 'ambiguous': several owners hold it. */
export type Finding = FoundTrack | 'unknown' | 'ambiguous';

const CONCURRENT_QUERIES = 20;
const creditedRoles = ['main_artist', 'featuring'];

const trackRow: KeyRow = catalogueKeyRows.tracks;
/** What is needed to read the links of tracks to artists. */
const api = { keys: catalogueKeyRows };

/** @param codes distinct, in comparable form. */
export async function findTracks(table: Table, codes: readonly string[]): Promise<Map<string, Finding>> {
  const delivered = await deliveredWith(table, codes);
  const located: (readonly [string, Located])[] = [];
  for (const some of batchesOf(codes, CONCURRENT_QUERIES))
    located.push(
      ...(await Promise.all(
        some.map(
          async (code) => [code, keeperAmong(delivered.get(code)) ?? (await locate(table, code))] as const,
        ),
      )),
    );
  const tracks = located.map(([, track]) => track).filter((track) => typeof track !== 'string');
  const [albums, artists] = await Promise.all([albumsOf(table, tracks), artistsOf(table, tracks)]);
  const findingOf = (track: Located): Finding => {
    if (typeof track === 'string') return track;
    const { id, owner, formerAlbum } = track;
    // A deleted track keeps what stores have of it. Without that, it was deleted after the index was written.
    const album = albums.has(id) ? albums.get(id) : formerAlbum;
    return album === undefined ? 'unknown' : { id, owner, album, artists: artists.get(id) ?? [] };
  };
  return new Map(located.map(([code, track]) => [code, findingOf(track)]));
}

type LocatedTrack = Pick<FoundTrack, 'id' | 'owner'> & {
  /** Of a track that a store has, which may be deleted. */
  readonly formerAlbum?: string | null;
};
type Located = LocatedTrack | 'unknown' | 'ambiguous';

/** A code stays with the owner who delivered it, whatever code the track has now. */
function keeperAmong(kept: readonly DeliveredTrack[] = []): Located | undefined {
  const [first, ...others] = kept;
  if (!first) return undefined;
  return others.length > 0 ? 'ambiguous' : { id: first.id, owner: first.owner, formerAlbum: first.album };
}

/** For tracks that an earlier version has delivered, and for codes that no store has. */
async function locate(table: Table, code: string): Promise<Located> {
  for (const list of isrcHolds) {
    const track = await locateIn(table, list, code);
    if (track !== 'unknown') return track;
  }
  return 'unknown';
}

/** Chooses the oldest among several tracks of one owner. */
async function locateIn(table: Table, list: string, code: string): Promise<Located> {
  const place = placeOf(tracks.type, trackRow, { value: code, list });
  if (!place) return 'unknown';
  const query = { index: lookupIndex.name, ...place };
  const [first, second] = await table.query({ ...query, limit: 2 });
  if (!first) return 'unknown';
  const owner = ownerOf(first);
  // Tracks are sorted by owner. If the first and the last have the same owner, all do.
  const [last] = second ? await table.query({ ...query, limit: 1, newestFirst: true }) : [];
  if (last && ownerOf(last) !== owner) return 'ambiguous';
  return { id: String(first['pk']).slice(tracks.type.length + 1), owner };
}

async function albumsOf(table: Table, located: readonly LocatedTrack[]): Promise<Map<string, string | null>> {
  const rows = await table.getMany(located.map(({ id }) => recordKey(tracks.type, id)));
  const records = rows.map((item) => recordOf(tracks, item));
  return new Map(records.map(({ id, fields }) => [id, fields['oldest-album']]));
}

const ownerOf = (entry: Item): string => readLookupSort(String(entry[lookupIndex.sortKey])).ownerId;

async function artistsOf(table: Table, located: readonly LocatedTrack[]): Promise<Map<string, string[]>> {
  const targets = located.map(({ id, owner }) => ({ type: tracks.type, id, ownerId: owner }));
  const linkings = await linkingsOf({ api, table }, targets, { resource: trackArtists, by: 'track' });
  const roles = artistRoleData.rows().flatMap(({ id, key }) => (creditedRoles.includes(key) ? [id] : []));
  return new Map(
    Array.from(linkings, ([id, linked]) => {
      const credited = linked.filter(({ ids }) => roles.some((role) => role === ids['artist-role']));
      return [id, [...new Set(credited.flatMap(({ ids }) => ids['artist'] ?? []))]];
    }),
  );
}
