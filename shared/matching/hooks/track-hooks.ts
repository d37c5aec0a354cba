/** Hooks of tracks, which delete the matches of a deleted track, and the analysis of earlier audio. */
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { isOtherSound, soundFields } from '../../catalogue/rules/track-audio.ts';
import type { Context } from '../../kit/crud/context.ts';
import { type DecidingContext, hooksOf, type Rule, type Steps } from '../../kit/crud/write/hooks.ts';
import { unheld } from '../../kit/records/deciding.ts';
import { blocksOf } from '../../kit/records/packed-lists.ts';
import { removeTrackFrom } from '../imports/tracks-with-match.ts';
import { isImported } from '../lists/found-match.ts';
import { type MatchList, matchLists } from '../lists/match-lists.ts';
import { forgetSound } from '../lists/replace-matches.ts';
import { soundIndexingWork } from '../released/sound-indexing-work.ts';
import { hasAnalysis } from '../sound/kept-analysis.ts';

interface Loaded {
  /** Whether the track has an analysis, perhaps of an earlier file. */
  readonly isSoundKept: boolean;
  readonly matches: MatchList | undefined;
}

/**
 * The audio analysis is no longer that of the track when its audio, or the consent to compare it, changes. That it was a
 * recording of another owner remains, with its matches, until other audio is analyzed.
 */
const forgetOldAudio: Rule<typeof tracks, Loaded> = (draft, { isSoundKept, matches: list }) => {
  const { id, ownerId, before, now, valid } = draft;
  if (!before || !isOtherSound(before.fields, valid)) return undefined;
  const start = isSoundKept ? [soundIndexingWork.start({ trackId: id, ownerId }, now)] : [];
  const { audio, 'foreign-sounds': foreign } = before.fields;
  const unheard = { audio: null, 'heard-md5': null, 'unheard-md5': null, 'read-sha256': null };
  if (audio === null || !list) return { writes: start };
  if (foreign > 0) return { fields: unheard, writes: start };
  const { matches, unused } = forgetSound(list, now);
  return {
    fields: unheard,
    writes: [...start, ...matches],
    // Outside the transaction, which may have no room. A block without a list is harmless.
    ...(unused.length > 0 && { around: afterSaving(({ table }) => table.commit(unused)) }),
  };
};

export const trackHooks = hooksOf(tracks, {
  async load(sent, context): Promise<Loaded> {
    const fields = soundFields.filter((field) => sent.isSent(field));
    const before = fields.length > 0 ? await sent.before : undefined;
    const isOther = fields.map(async (field) => (await sent.valid(field)) !== before?.fields[field]);
    if (before && (await Promise.all(isOther)).includes(true)) return loadSound(before, context);
    return { isSoundKept: false, matches: undefined };
  },
  decide: [forgetOldAudio],
  remove: {
    load: loadSound,
    decide({ id, ownerId }, { isSoundKept, matches }, { now }) {
      const imported = matches.items.filter(isImported).map(({ matchedTrackId }) => matchedTrackId);
      return {
        writes: [
          // Write even an empty list, so that no matches are saved concurrently.
          ...matchLists.write(matches, [], { now }),
          // Deletes the audio analysis.
          ...(isSoundKept ? [soundIndexingWork.start({ trackId: id, ownerId }, now)] : []),
        ],
        // Outside the transaction, which may have no room. What leads to no list is harmless.
        around: afterSaving(async ({ table }) => {
          await matchLists.deleteBlocks(table, blocksOf(matches.items));
          await removeTrackFrom(table, id, imported);
        }),
      };
    },
  },
});

const afterSaving = (work: (context: Context) => Promise<unknown>): Steps => ({
  async after(ending, context) {
    if (ending === 'saved') await work(context);
  },
});

async function loadSound({ id, ownerId, fields }: Track, context: DecidingContext) {
  const { table } = unheld(
    context,
    'The analysis is recorded with the track, and saved matches are held by the rules.',
  );
  const [isSoundKept, matches] = await Promise.all([
    fields.audio !== null || hasAnalysis(table, id),
    matchLists.read(table, { parentId: id, ownerId }),
  ]);
  return { isSoundKept, matches };
}
