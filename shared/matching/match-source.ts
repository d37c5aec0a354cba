/** The source of track-matches: finds them in the rows of their tracks. */
import type { StoredRecord } from '../api/define/fields.ts';
import type { RecordSource } from '../api/define/record-source.ts';
import type { Viewing } from '../api/define/view.ts';
import { trackMatches } from '../api/track-matches.ts';
import { readLargeRows, withinReach } from '../records/large-rows.ts';
import { initialFields } from '../records/rows.ts';
import { blockOf } from '../table/ids.ts';
import type { Item } from '../table/item.ts';
import { ownerKey } from '../table/keys.ts';
import { matchBlockKey, matchListKey } from '../table/matching-keys.ts';
import type { StoredMatch } from './found-match.ts';
import { type MatchList, matchListOf, trackIdOf } from './match-list.ts';
import { partId, partNames } from './match-parts.ts';

/** Of a row of 400 KB. */
const MOST_UNITS = 100;

/** A match with the list it is in. */
export interface ListedMatch {
  readonly list: MatchList;
  readonly match: StoredMatch;
}

export const matchSource: RecordSource = {
  async find(ids, from) {
    return (await matchesWithIds(ids, from)).map(recordOf);
  },

  async owned(ownerId, from) {
    return (await matchesOf(ownerId, from)).map(recordOf);
  },

  async linking(ownerId, { ids }, from) {
    const found = await matchesOfTracks(ids, from);
    return found.filter(({ list }) => list.ownerId === ownerId).map(recordOf);
  },
};

/** @returns those of the matches that exist, whoever owns them, as last written and oldest first. */
export async function matchesWithIds(
  ids: readonly string[],
  { table }: Pick<Viewing, 'table'>,
): Promise<ListedMatch[]> {
  const wanted = new Set(ids);
  const blocks = [...new Set(ids.map((id) => String(blockOf(Number(id)))))];
  const places = await table.getMany(blocks.map(matchBlockKey), true);
  const found = await matchesOfTracks(
    places.map(({ track }) => String(track)),
    { table },
  );
  return found.filter(({ match }) => wanted.has(String(match.id)));
}

/** @returns all matches of an owner, oldest first. */
async function matchesOf(ownerId: string, { table }: Pick<Viewing, 'table'>): Promise<ListedMatch[]> {
  const partition = ownerKey(ownerId, trackMatches.type);
  const rows = await table.query({ index: 'by-owner', partition, between: withinReach(table) });
  return listed(rows, () => ownerId);
}

/** @returns the matches of all of the tracks, as last written and oldest first. */
async function matchesOfTracks(
  trackIds: readonly string[],
  { table }: Pick<Viewing, 'table'>,
): Promise<ListedMatch[]> {
  const rows = await readLargeRows(table, [...new Set(trackIds)].map(matchListKey), MOST_UNITS);
  return listed(rows, ({ owner }) => String(owner));
}

const listed = (rows: readonly Item[], ownerOf: (row: Item) => string): ListedMatch[] =>
  rows
    .map((row) => matchListOf(row, { trackId: trackIdOf(row), ownerId: ownerOf(row) }))
    .flatMap((list) => list.matches.map((match) => ({ list, match })))
    .toSorted((left, right) => left.match.id - right.match.id);

/** Matches were stored with null for texts that are empty now: what is null has its initial value. */
function recordOf({ list, match }: ListedMatch): StoredRecord {
  const { id, attributes, analysis, parts, createdAt, updatedAt } = match;
  const partIds = partNames.map((name) => [
    name,
    (parts[name] ?? []).map((_, index) => partId(id, index + 1)),
  ]);
  const fields = {
    ...initialFields(trackMatches),
    ...Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
    'created-at': createdAt,
    'updated-at': updatedAt,
    track: list.trackId,
    'track-analysis': analysis && String(id),
    ...Object.fromEntries(partIds),
  };
  return { type: trackMatches.type, id: String(id), ownerId: list.ownerId, version: list.changes, fields };
}
