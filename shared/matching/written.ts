/** Write hooks of tracks, which delete the matches of a track with it. */
import { type Track, tracks } from '../catalogue/api/tracks.ts';
import type { Context } from '../kit/crud/context.ts';
import type { Feature } from '../kit/crud/feature.ts';
import { type Draft, hooksOf, type Removal } from '../kit/crud/write/hooks.ts';
import { blocksOf } from '../kit/records/packed-lists.ts';
import { matchingDeclared } from './declared.ts';
import { matchLists } from './match-lists.ts';
import { soundIndexingWork } from './sound/indexing-work.ts';

export const matchingWritten: Feature = {
  ...matchingDeclared,
  hooks: { tracks: hooksOf(tracks, { prepare: forgetOldAudio, remove: removeMatches }) },
};

/** What was heard is no longer that of the track when its audio, or the consent to compare it, changes. */
async function forgetOldAudio(draft: Draft<typeof tracks>, { now }: Context): Promise<void> {
  const { before } = draft;
  if (!before || before.fields.audio === null) return;
  const isChanged = soundFields.some((field) => {
    const value = draft.valid(field);
    return value !== undefined && value !== before.fields[field];
  });
  if (!isChanged) return;
  draft.set({ audio: null, 'foreign-sounds': 0 });
  draft.write(soundIndexingWork.start({ trackId: draft.id, ownerId: draft.ownerId }, now));
}

const soundFields = ['full-audiofile-url', 'md5', 'is-video', 'allow-fingerprint-scan'] as const;

async function removeMatches(
  { id, ownerId, fields }: Track,
  { table, now }: Pick<Context, 'table' | 'now'>,
): Promise<Removal> {
  const list = await matchLists.read(table, { parentId: id, ownerId });
  const deleteBlocks = () => matchLists.deleteBlocks(table, blocksOf(list.items));
  return {
    writes: [
      // Write even an empty list, so that no matches are saved concurrently.
      matchLists.write(list, []),
      // Deletes what was heard.
      ...(fields.audio === null ? [] : [soundIndexingWork.start({ trackId: id, ownerId }, now)]),
    ],
    // Outside the transaction, which may have no room. A block without a list is harmless.
    steps: { after: async (ending) => void (ending === 'saved' && (await deleteBlocks())) },
  };
}
