/** What must hold between the rows of matches and their tracks, whatever was interrupted. */
import { tracks } from '../../shared/catalogue/api/tracks.ts';
import { blocksOf } from '../../shared/kit/records/packed-lists.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { recordKey } from '../../shared/kit/table/keys.ts';
import { importedMatchKey, matchBlockKey } from '../../shared/matching/keys.ts';
import { isImported } from '../../shared/matching/lists/found-match.ts';
import { matchLists } from '../../shared/matching/lists/match-lists.ts';

/** @returns a sentence for everything that does not fit together. What leads to no match is not a fault. */
export function matchFaults(rows: readonly Item[]): string[] {
  const byKey = new Map(rows.map((row) => [String(row['pk']) + String(row['sk']), row]));
  const at = ({ pk, sk }: { pk: string; sk: string }) => byKey.get(pk + sk);
  const lists = rows.filter((row) => matchLists.isList(row)).map((row) => matchLists.listIn(row));
  return lists.flatMap(({ parentId: trackId, ownerId, items: matches }) => {
    const lost = [...blocksOf(matches)].filter(
      (block) => at(matchBlockKey(String(block)))?.['track'] !== trackId,
    );
    const unplaced = matches.filter((match) => {
      const places = at(importedMatchKey(match.matchedTrackId))?.['tracks'];
      return isImported(match) && !(places instanceof Set && places.has(trackId));
    });
    const pairs = new Set(matches.map(({ matchedTrackId }) => matchedTrackId));
    return [
      ...(at(recordKey(tracks.type, trackId))?.['owner'] === ownerId
        ? []
        : [`matches without track ${trackId}`]),
      ...(matches.length > 0 ? [] : [`an empty list of matches of track ${trackId}`]),
      ...lost.map((block) => `ids of matches of track ${trackId} in block ${block} lead nowhere`),
      ...unplaced.map((match) => `nothing leads from ${match.matchedTrackId} to track ${trackId}`),
      ...(pairs.size === matches.length ? [] : [`track ${trackId} matches another twice`]),
    ];
  });
}
