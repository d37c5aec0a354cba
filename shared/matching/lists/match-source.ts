/** The source of track-matches, which reads them from the rows of their tracks. */
import { initialFields } from '../../kit/records/rows.ts';
import { partId, partNames } from '../api/match-parts.ts';
import { trackMatches } from '../api/track-matches.ts';
import { matchLists } from './match-lists.ts';

/** In older matches, null stands for the initial value. */
export const matchSource = matchLists.source(({ list, item }) => {
  const { id, attributes, analysis, parts, createdAt, updatedAt } = item;
  const partIds = partNames.map((name) => [
    name,
    (parts[name] ?? []).map((_, index) => partId(id, index + 1)),
  ]);
  const fields = {
    ...initialFields(trackMatches),
    ...Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
    'created-at': createdAt,
    'updated-at': updatedAt,
    track: list.parentId,
    'track-analysis': analysis && String(id),
    ...Object.fromEntries(partIds),
  };
  return { type: trackMatches.type, id: String(id), ownerId: list.ownerId, version: list.changes, fields };
});
