/** How track matches move to another stage. The index of released tracks is made there again. */
import * as v from 'valibot';
import { packedFile } from '../kit/moves/packed-file.ts';
import { trackMatches } from './api/track-matches.ts';
import { addTrackTo } from './imports/tracks-with-match.ts';
import { isImported, type StoredMatch } from './lists/found-match.ts';
import { matchLists } from './lists/match-lists.ts';

const match = v.custom<StoredMatch>(
  (item) =>
    v.is(
      v.object({
        id: v.pipe(v.number(), v.safeInteger()),
        matchedTrackId: v.string(),
        createdAt: v.string(),
        updatedAt: v.string(),
        attributes: v.record(v.string(), v.unknown()),
        parts: v.record(v.string(), v.array(v.unknown())),
        findings: v.object({ isImported: v.optional(v.literal(true)) }),
      }),
      item,
    ),
  'must be a match',
);

/** Matched tracks can belong to any owner, so they are not required. */
export const movedMatching = [
  packedFile({
    type: trackMatches.type,
    parent: 'tracks',
    lists: matchLists,
    item: match,
    // So that a later import replaces them.
    prepare: ({ table }, { parentId, items }) =>
      addTrackTo(
        table,
        parentId,
        items.filter(isImported).map(({ matchedTrackId }) => matchedTrackId),
      ),
  }),
];
