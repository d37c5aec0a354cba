/** Finds the tracks that reports identify by ISRC, and the owners who earn from them. */
import * as v from 'valibot';
import { trackArtists } from '../../catalogue/api/credited-artists.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { playingArtists } from '../../catalogue/former-isrcs.ts';
import { catalogueKeyRows } from '../../catalogue/keys.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecentRecords } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { batchesOf } from '../../platform/batches.ts';
import { type Located, type Location, locateCodes } from './locate-codes.ts';

/** A track as it was when found. */
export const foundTrackSchema = v.object({
  id: v.string(),
  owner: v.string(),
  /** The oldest album of the track. */
  album: v.nullable(v.string()),
  /** The distinct main and featured artists. */
  artists: v.array(v.string()),
  /** The code of the line that it has, or had. Empty in findings that earlier versions stored. */
  isrc: v.optional(v.string(), ''),
});

export type FoundTrack = Readonly<v.InferOutput<typeof foundTrackSchema>>;

/** 'unknown': no owner holds a code. 'ambiguous': several owners hold one, or different ones. */
export type Finding = FoundTrack | 'unknown' | 'ambiguous';

const CONCURRENT_QUERIES = 20;

/** What is needed to read the links of tracks to artists. */
const api = { keys: catalogueKeyRows };

/** @param codes those of lines, each with one code or several. Distinct, in comparable form. */
export async function findTracks(table: Table, codes: readonly string[]): Promise<Map<string, Finding>> {
  const found = await findOnce(table, codes);
  const left = codes.filter((code) => found.get(code) === 'deleted');
  // A track that is deleted keeps its codes, which are then found.
  const again = left.length === 0 ? new Map<string, FindingOnce>() : await findOnce(table, left);
  return new Map(
    codes.map((code): [string, Finding] => {
      const finding = again.get(code) ?? found.get(code) ?? 'unknown';
      return [code, finding === 'deleted' ? 'unknown' : finding];
    }),
  );
}

/** 'deleted': the track was deleted after its code was looked up. */
type FindingOnce = Finding | 'deleted';

async function findOnce(table: Table, codes: readonly string[]): Promise<Map<string, FindingOnce>> {
  const located: (readonly [string, Location])[] = [];
  for (const some of batchesOf(codes, CONCURRENT_QUERIES))
    located.push(
      ...(await Promise.all(some.map(async (code) => [code, await locateCodes(table, code)] as const))),
    );
  return describeTracks(table, located);
}

/** @returns the preferred tracks among those that were located, as they are now. */
export async function describeTracks(
  table: Table,
  located: readonly (readonly [code: string, Location])[],
): Promise<Map<string, FindingOnce>> {
  const owned = located.flatMap(([, found]) => (typeof found === 'string' ? [] : [found]));
  // A track can have had several of the codes.
  const candidates = new Set(owned.flatMap((found) => found.candidates.map(({ id }) => id)));
  const existing = new Map(
    (await findRecentRecords({ table }, tracks, candidates)).map((each) => [each.id, each]),
  );
  const chosen = new Set(owned.flatMap((found) => currentIn(found, existing)?.track ?? []));
  const artists = await artistsOf(table, [...chosen]);
  const findingOf = (found: Location): FindingOnce => {
    if (typeof found === 'string') return found;
    const current = currentIn(found, existing);
    if (!current) return deletedIn(found);
    const { id, fields } = current.track;
    const { owner } = found;
    return {
      id,
      owner,
      album: fields['oldest-album'],
      artists: artists.get(id) ?? [],
      isrc: current.code,
    };
  };
  return new Map(located.map(([code, found]) => [code, findingOf(found)]));
}

/** @returns the preferred track that was not deleted, with its code. */
function currentIn({ candidates }: Located, existing: ReadonlyMap<string, Track>) {
  for (const { id, code } of candidates) {
    const track = existing.get(id);
    if (track) return { track, code };
  }
  return undefined;
}

/** @returns the oldest of the deleted tracks. */
function deletedIn({ formers: [former] }: Located): FindingOnce {
  if (!former) return 'deleted';
  const { track: id, owner, album, artists, code } = former;
  return { id, owner, album, artists, isrc: code };
}

async function artistsOf(table: Table, found: readonly Track[]): Promise<Map<string, string[]>> {
  const linkings = await linkingsOf({ api, table }, found, { resource: trackArtists, by: 'track' });
  return new Map(Array.from(linkings, ([id, linked]) => [id, playingArtists(linked)]));
}
