/** Hooks of tracks, which delete the matches of a track with it, and what was heard of earlier audio. */
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import type { Context } from '../../kit/crud/context.ts';
import { type Draft, hooksOf, type Removal } from '../../kit/crud/write/hooks.ts';
import { blocksOf } from '../../kit/records/packed-lists.ts';
import type { Table } from '../../kit/table/table.ts';
import { removeTrackFrom } from '../imports/tracks-with-match.ts';
import { isImported } from '../lists/found-match.ts';
import { matchLists } from '../lists/match-lists.ts';
import { forgetSound } from '../lists/replace-matches.ts';
import { hasAnalysis } from '../sound/kept-analysis.ts';
import { soundIndexingWork } from '../sound/sound-indexing-work.ts';

export const trackHooks = hooksOf(tracks, { prepare: forgetOldAudio, remove: removeMatches });

/** What was heard is no longer that of the track when its audio, or the consent to compare it, changes. */
async function forgetOldAudio(draft: Draft<typeof tracks>, { now, table }: Context): Promise<void> {
  const { id, ownerId, before } = draft;
  const isChanged = (field: (typeof soundFields)[number]): boolean => {
    const value = draft.valid(field);
    return value !== undefined && value !== before?.fields[field];
  };
  if (!before || !soundFields.some(isChanged)) return;
  if (await isSoundKept(before, table)) draft.write(soundIndexingWork.start({ trackId: id, ownerId }, now));
  if (before.fields.audio === null) return;
  draft.set({ audio: null, 'foreign-sounds': 0 });
  const list = await matchLists.read(table, { parentId: id, ownerId });
  const { matches, unused } = forgetSound(list, now);
  draft.write(...matches);
  if (unused.length === 0) return;
  // Outside the transaction, which may have no room. A block without a list is harmless.
  draft.around({ after: async (ending) => void (ending === 'saved' && (await table.commit(unused))) });
}

const soundFields = ['full-audiofile-url', 'md5', 'is-video', 'allow-fingerprint-scan'] as const;

/** @returns whether anything was heard of the track, perhaps of an earlier file. */
const isSoundKept = async ({ id, fields }: Track, table: Table): Promise<boolean> =>
  fields.audio !== null || hasAnalysis(table, id);

async function removeMatches(track: Track, { table, now }: Pick<Context, 'table' | 'now'>): Promise<Removal> {
  const { id, ownerId } = track;
  const list = await matchLists.read(table, { parentId: id, ownerId });
  const isKept = await isSoundKept(track, table);
  const imported = list.items.filter(isImported).map(({ matchedTrackId }) => matchedTrackId);
  const deleteWhatLeadsHere = async () => {
    await matchLists.deleteBlocks(table, blocksOf(list.items));
    await removeTrackFrom(table, id, imported);
  };
  return {
    writes: [
      // Write even an empty list, so that no matches are saved concurrently.
      matchLists.write(list, []),
      // Deletes what was heard.
      ...(isKept ? [soundIndexingWork.start({ trackId: id, ownerId }, now)] : []),
    ],
    // Outside the transaction, which may have no room. What leads to no list is harmless.
    steps: { after: async (ending) => void (ending === 'saved' && (await deleteWhatLeadsHere())) },
  };
}
