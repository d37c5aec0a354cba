/** The sources of matches, and of their analyses and lists, which read them from the rows of the tracks. */
import type { StoredRecord } from '../../kit/declare/fields.ts';
import type { RecordSource } from '../../kit/declare/record-source.ts';
import { matchParts, type PartName, partId, partNames } from '../api/match-parts.ts';
import { trackAnalyses } from '../api/track-analyses.ts';
import { type ListedMatch, matchLists, matchRecord } from './match-lists.ts';

const matchSource = matchLists.source(matchRecord);

/** @param recordsOf returns the records of the type that belong to a match. */
const sourceOf = (recordsOf: (listed: ListedMatch) => readonly StoredRecord[]): RecordSource => ({
  async find(ids, from) {
    const requested = new Set(ids);
    const matchIds = new Set(ids.map((id) => id.replace(/-.*/, '')));
    const listed = await matchLists.find([...matchIds], from);
    return listed.flatMap(recordsOf).filter(({ id }) => requested.has(id));
  },
  // These types have no lists and are found only through their match.
  owned: async () => [],
  linking: async () => [],
});

const partSource = (name: PartName): RecordSource =>
  sourceOf(({ list, item: match }) =>
    (match.parts[name] ?? []).map((fields, index) => ({
      type: matchParts[name].type,
      id: partId(match.id, index + 1),
      ownerId: list.ownerId,
      version: list.changes,
      fields: { ...fields },
    })),
  );

const analysisSource = sourceOf(({ list, item: { id, analysis, createdAt } }) => {
  if (!analysis) return [];
  const fields = { ...analysis, 'created-at': createdAt };
  return [{ type: trackAnalyses.type, id: String(id), ownerId: list.ownerId, version: list.changes, fields }];
});

export const matchSources = {
  'track-matches': matchSource,
  'track-analyses': analysisSource,
  ...Object.fromEntries(partNames.map((name) => [matchParts[name].type, partSource(name)])),
};
