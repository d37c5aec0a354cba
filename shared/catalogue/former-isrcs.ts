/**
 * ISRCs with which stores have got tracks that have another code now, or none, or were deleted. Reports of stores
 * still name these codes, so they stay with their owner and track. The index of tracks has the other ISRCs
 * (shared/catalogue/rules/isrc.ts).
 */
import * as v from 'valibot';
import type { Linking } from '../kit/records/links.ts';
import type { Item } from '../kit/table/item.ts';
import type { Table } from '../kit/table/table.ts';
import type { Write } from '../kit/table/write.ts';
import { artistRoleData } from '../reference/data/artist-roles.ts';
import type { Track } from './api/tracks.ts';
import { formerIsrcKeys, formerIsrcRange, formerIsrcsOfOwner } from './keys.ts';
import { readIsrc } from './rules/isrc.ts';

const formerIsrc = v.object({
  /** In comparable form. */
  code: v.string(),
  owner: v.string(),
  track: v.string(),
  /** The oldest album of the track, and its main and featured artists, for a track that is deleted. */
  album: v.nullable(v.string()),
  artists: v.array(v.string()),
});

export type FormerIsrc = Readonly<v.InferOutput<typeof formerIsrc>>;

export const formerIsrcRow = (former: FormerIsrc) => ({ ...formerIsrcKeys(former.code, former), ...former });

export const toFormerIsrc = (row: Item): FormerIsrc => v.parse(formerIsrc, row);

/**
 * For the transaction in which a track loses codes. Texts that are not ISRCs are skipped, because no report of a
 * store names them.
 * @param codes in any spelling. @param artists ids of those who play on the track, for trends.
 */
export function keepIsrcs(
  { id: track, ownerId: owner, fields }: Track,
  { codes, artists }: { readonly codes: readonly (string | null)[]; readonly artists: readonly string[] },
): Write[] {
  const isrcs = new Set(codes.flatMap((code) => readIsrc(code) ?? []));
  const album = fields['oldest-album'];
  return Array.from(isrcs, (code) => ({
    put: formerIsrcRow({ code, owner, track, album, artists: [...artists] }),
  }));
}

const playingRoles = ['main_artist', 'featuring'];

/** @param linkings of a track to its artists. @returns the ids of its main and featured artists, each once. */
export function playingArtists(linkings: readonly Linking[]): string[] {
  const roles = artistRoleData.rows().flatMap(({ id, key }) => (playingRoles.includes(key) ? [id] : []));
  const playing = linkings.filter(({ ids }) => roles.some((role) => role === ids['artist-role']));
  return [...new Set(playing.flatMap(({ ids }) => ids['artist'] ?? []))];
}

/** Further tracks of an owner with the same code are not examined. */
const MOST_TRACKS = 20;

/**
 * @param code in comparable form.
 * @returns tracks that had it, by owner and age, among them one of a second owner if there is one.
 */
export async function formersWith(table: Table, code: string): Promise<FormerIsrc[]> {
  const range = formerIsrcRange([code, code]);
  const first = await table.query({ ...range, limit: MOST_TRACKS });
  const last = first.length < MOST_TRACKS ? [] : await table.query({ ...range, limit: 1, newestFirst: true });
  return [...first, ...last].map(toFormerIsrc);
}

/** @param code in comparable form. @returns the owner's tracks that had it, by age. */
export const formersOf = async (table: Table, code: string, owner: string): Promise<FormerIsrc[]> =>
  (await table.query({ ...formerIsrcsOfOwner(code, owner), limit: MOST_TRACKS })).map(toFormerIsrc);
