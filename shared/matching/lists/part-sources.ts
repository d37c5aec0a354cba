/** The sources of a match's analysis and lists, which are stored with the match. */
import type { StoredRecord } from '../../kit/declare/fields.ts';
import type { RecordSource } from '../../kit/declare/record-source.ts';
import { matchParts, type PartName, partId } from '../api/match-parts.ts';
import { trackAnalyses } from '../api/track-analyses.ts';
import { type ListedMatch, matchLists } from './match-lists.ts';

/** @param recordsOf returns the records of the type that belong to a match. */
const sourceOf = (recordsOf: (listed: ListedMatch) => readonly StoredRecord[]): RecordSource => ({
  async find(ids, from) {
    const wanted = new Set(ids);
    const matchIds = [...new Set(ids.map((id) => id.split('-')[0] ?? ''))];
    const found = await matchLists.find(matchIds, from);
    return found.flatMap(recordsOf).filter(({ id }) => wanted.has(id));
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

export const partSources = {
  'track-analyses': analysisSource,
  'track-match-artists': partSource('artists'),
  'track-match-distributors': partSource('distributors'),
  'track-match-time-offsets': partSource('time-offsets'),
  'track-match-alpha-artists': partSource('alpha-artists'),
  'track-match-gamma-artists': partSource('gamma-artists'),
} as const;
