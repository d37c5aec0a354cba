/** Write hooks of tracks, which delete the matches of a track with it. */
import { type Track, tracks } from '../catalogue/api/tracks.ts';
import type { Context } from '../kit/crud/context.ts';
import type { Feature } from '../kit/crud/feature.ts';
import { hooksOf, type Rule, type Steps } from '../kit/crud/write/hooks.ts';
import { blocksOf } from '../kit/records/packed-lists.ts';
import type { Table } from '../kit/table/table.ts';
import { matchingDeclared } from './declared.ts';
import { forgetSound } from './forget-sound.ts';
import { isImported } from './found-match.ts';
import { leavePlaces } from './imports/places.ts';
import { type MatchList, matchLists } from './match-lists.ts';
import { soundIndexingWork } from './sound/indexing-work.ts';
import { hasAnalysis } from './sound/kept-analysis.ts';

const soundFields = ['full-audiofile-url', 'md5', 'is-video', 'allow-fingerprint-scan'] as const;

interface Loaded {
  /** Whether anything was heard of the track, perhaps of an earlier file. */
  readonly isSoundKept: boolean;
  /** Undefined if the audio was not analyzed. */
  readonly matches: MatchList | undefined;
}

/** What was heard is no longer that of the track when its audio, or the consent to compare it, changes. */
const forgetOldAudio: Rule<typeof tracks, Loaded | undefined> = (draft, loaded) => {
  const { id, ownerId, before, now, valid } = draft;
  const isChanged = soundFields.some(
    (field) => valid(field) !== undefined && valid(field) !== before?.fields[field],
  );
  if (!before || !loaded || !isChanged) return {};
  const start = loaded.isSoundKept ? [soundIndexingWork.start({ trackId: id, ownerId }, now)] : [];
  if (!loaded.matches) return { writes: start };
  const { matches, unused } = forgetSound(loaded.matches, now);
  return {
    fields: { audio: null, 'foreign-sounds': 0 },
    writes: [...start, ...matches],
    // Outside the transaction, which may have no room. A block without a list is harmless.
    ...(unused.length > 0 && { around: afterSaving(({ table }) => table.commit(unused)) }),
  };
};

const trackHooks = hooksOf(tracks, {
  async load(sent, { table }): Promise<Loaded | undefined> {
    const fields = soundFields.filter((field) => sent.isSent(field));
    const before = fields.length > 0 ? await sent.before : undefined;
    if (!before) return undefined;
    const values = await Promise.all(fields.map((field) => sent.valid(field)));
    const isOther = fields.some((field, index) => values[index] !== before.fields[field]);
    return isOther ? load(before, table) : undefined;
  },
  decide: [forgetOldAudio],
  remove: {
    async load(track, { table }) {
      const [isKept, matches] = await Promise.all([isSoundKept(track, table), readMatches(track, table)]);
      return { isKept, matches };
    },
    decide({ id, ownerId }, { isKept, matches }, { now }) {
      const imported = matches.items.filter(isImported).map(({ matchedTrackId }) => matchedTrackId);
      return {
        writes: [
          // Write even an empty list, so that no matches are saved concurrently.
          matchLists.write(matches, []),
          // Deletes what was heard.
          ...(isKept ? [soundIndexingWork.start({ trackId: id, ownerId }, now)] : []),
        ],
        // Outside the transaction, which may have no room. What leads to no list is harmless.
        around: afterSaving(async ({ table }) => {
          await matchLists.deleteBlocks(table, blocksOf(matches.items));
          await leavePlaces(table, id, imported);
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

async function load(track: Track, table: Table): Promise<Loaded> {
  const [isKept, matches] = await Promise.all([
    isSoundKept(track, table),
    track.fields.audio === null ? undefined : readMatches(track, table),
  ]);
  return { isSoundKept: isKept, matches };
}

const isSoundKept = async ({ id, fields }: Track, table: Table): Promise<boolean> =>
  fields.audio !== null || hasAnalysis(table, id);

const readMatches = ({ id, ownerId }: Track, table: Table): Promise<MatchList> =>
  matchLists.read(table, { parentId: id, ownerId });

export const matchingWritten: Feature = { ...matchingDeclared, hooks: { tracks: trackHooks } };
