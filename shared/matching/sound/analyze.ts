/** One attempt to analyze the audio of a track: reads its file, and finds the same sound in others. */

import type { FileDigests } from '../../audio/file-digest.ts';
import type { ListeningLimits } from '../../audio/limits.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { notesOfFields, placesWith } from '../../catalogue/contents/track-contents.ts';
import { findPlaces } from '../../catalogue/contents/track-places.ts';
import { completedAudio, failedAudio, type TrackAudio } from '../../catalogue/rules/track-audio.ts';
import type { Change } from '../../kit/records/changes.ts';
import { decided } from '../../kit/records/decided.ts';
import type { Deciding } from '../../kit/records/deciding.ts';
import { changedUnseen, findRecord, type Store, save, storeOf } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld, isHeldIn } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { comparisonOf, saveCompared } from '../lists/save-matches.ts';
import { soundIndexingWork } from '../released/sound-indexing-work.ts';
import { type AudioAnalysis, analysisWork } from './analysis-work.ts';
import { type AudioSource, audioSourceOf } from './audio-source.ts';
import { type FoundSound, findSounds, spanOf } from './find-sounds.ts';
import { type Hearing, hear } from './hear.ts';
import { comparedWrite } from './index-growth.ts';

export interface Analyzing extends Attempt<AudioAnalysis> {
  readonly api: Store['api'];
  /** @returns writes for the transaction that records the analysis of the track's audio. */
  readonly beside: (store: Store & Deciding, track: Track) => Promise<readonly Write[]>;
  /** Limits for a file and its server. */
  readonly limits?: Partial<ListeningLimits>;
}

interface AnalysisLine {
  readonly message: 'audio.analyzed';
  /** The file could not be read, and is read again. */
  readonly level?: 'warn';
  readonly tenant: string;
  readonly trackId: string;
  /** 'pending' if another attempt follows. */
  readonly outcome: TrackAudio['status'];
  readonly reason?: string;
  /** Whether the file was read and decoded. */
  readonly isRead?: boolean;
  readonly matches?: number;
}

type Analyzed = Outcome<AudioAnalysis, AnalysisLine>;

export async function analyze(analyzing: Analyzing): Promise<Analyzed> {
  const { api, table, now, claimed, lease } = analyzing;
  await lease.takeSlot();
  const store = storeOf(api, { table, now: now() });
  const track = await findRecord(store, tracks, claimed.trackId);
  if (!track) return forgetTrack(analyzing);
  const source = await audioSourceOf(store, track);
  if (!source) return finish(analyzing, { track, source, audio: null });
  const heard = await hear(analyzing, { ownerId: track.ownerId, source });
  if (heard.is !== 'known') return fail(analyzing, { track, source }, heard);
  const comparedAt = now();
  const { fingerprints, analysis } = heard;
  const { id: trackId, ownerId } = track;
  const span = spanOf(analysis);
  const sounds = await findSounds(table, { trackId, ownerId, fingerprints, span });
  const audio = completedAudio(analysis.measurements);
  const { md5, sha256, isInPart } = analysis;
  const found = { md5, sha256, isInPart, sounds, comparedAt };
  return finish(analyzing, { track, source, audio, found, isRead: heard.isRead });
}

async function fail(
  analyzing: Analyzing,
  { track, source }: { readonly track: Track; readonly source: AudioSource },
  notRead: Exclude<Hearing, { is: 'known' }>,
): Promise<Analyzed> {
  const { claimed, now, random } = analyzing;
  const attempts = claimed.position + 1;
  const again =
    notRead.is === 'failed'
      ? nextAttemptAt({ gaps: readRetryGaps(analysisWork), attempts, now: now(), random: random() })
      : null;
  const reason = notRead.is === 'failed' ? notRead.reason : notRead.error;
  if (again) {
    const line = lineOf(track, { level: 'warn', outcome: 'pending', reason });
    return { is: 'again', next: analysisWork.next(claimed, again), line };
  }
  return finish(analyzing, {
    track,
    source,
    reason,
    audio: failedAudio(reason),
    ...(notRead.unheard && { unheard: notRead.unheard }),
  });
}

/** The digests are those of the file that was analyzed. */
interface FoundSounds extends FileDigests {
  readonly isInPart: boolean;
  readonly sounds: readonly FoundSound[];
  /** When the comparison with the index began. */
  readonly comparedAt: Date;
}

interface Finished {
  readonly track: Track;
  readonly source: AudioSource | undefined;
  /** Null if there is nothing to analyze. */
  readonly audio: TrackAudio | null;
  /** Undefined if nothing was analyzed. */
  readonly found?: FoundSounds;
  /** Of a file that was read, but not heard. */
  readonly unheard?: FileDigests;
  readonly isRead?: boolean;
  readonly reason?: string;
}

async function finish(analyzing: Analyzing, finished: Finished): Promise<Analyzed> {
  const { table, now, held, claimed } = analyzing;
  const { track, audio, found, reason, isRead } = finished;
  const { id: trackId, ownerId } = track;
  const sounds = found?.sounds ?? [];
  // A failed analysis of the new audio does not disprove earlier findings. Neither does analyzing the same file on
  // another stage.
  const isKept =
    track.fields['foreign-sounds'] > 0 && (!found || (sounds.length === 0 && elsewhereIn(track, found) > 0));
  const matches = isKept
    ? undefined
    : await saveCompared({ table, now, held }, () =>
        comparisonOf(table, { trackId, ownerId }, async () => ({ by: 'sound', matches: sounds })),
      );
  const recorded = await record(analyzing, finished);
  if (recorded === 'gone') return forgetTrack(analyzing);
  const outcome = recorded === 'recorded' ? (audio?.status ?? 'completed') : 'pending';
  const line = lineOf(track, {
    outcome,
    ...(matches !== undefined && { matches }),
    ...(reason !== undefined && { reason }),
    ...(isRead !== undefined && { isRead }),
  });
  if (recorded === 'recorded') return { is: 'recorded', line };
  // The owner has replaced the file. Analyze the new one.
  return { is: 'again', next: analysisWork.next({ ...claimed, position: -1 }, now()), line };
}

/** Called if the track was deleted. Ends the work, and forgets what may have been kept since. */
async function forgetTrack({ table, claimed, now }: Analyzing): Promise<'gone'> {
  const { trackId, ownerId } = claimed;
  const end = { ...analysisWork.end(trackId), condition: isHeld(claimed) };
  await failedConditions(table.commit([end, soundIndexingWork.start({ trackId, ownerId }, now())]));
  return 'gone';
}

const lineOf = (
  { id, ownerId }: Track,
  result: Omit<AnalysisLine, 'message' | 'tenant' | 'trackId'>,
): AnalysisLine => ({ message: 'audio.analyzed', tenant: ownerId, trackId: id, ...result });

/** Updates the track and what its places keep of it, ends the work and starts the indexing in one transaction. @throws Overtaken */
function record(
  { api, table, now, claimed, beside }: Analyzing,
  finished: Finished,
): Promise<'recorded' | 'gone' | 'replaced'> {
  const unread = storeOf(api, { table, now: now() });
  const { source, found } = finished;
  const { trackId } = claimed;
  const removal = analysisWork.end(trackId);
  return decided<Store, 'recorded' | 'gone' | 'replaced'>(unread, async (store) => {
    const row = await table.get(removal.delete);
    if (!row || !isHeldIn(row, claimed)) throw new Overtaken();
    const before = await findRecord(store, tracks, trackId);
    if (!before) return 'gone';
    const current = await audioSourceOf(store, before);
    const isReplaced = current?.url !== source?.url || current?.md5 !== source?.md5;
    const after = changedUnseen(
      before,
      isReplaced ? foreignIn(before, found) : heardFields(before, finished),
    );
    if (isReplaced && after.fields['foreign-sounds'] === before.fields['foreign-sounds']) return 'replaced';
    const { changes, unchanged } = await withPlaces(store, before, after);
    const ending = [
      { ...removal, condition: isHeld(claimed) },
      soundIndexingWork.start({ trackId, ownerId: before.ownerId }, now()),
      ...(found ? [comparedWrite(trackId, found.comparedAt)] : []),
    ];
    const more = isReplaced ? [] : [...ending, ...(await beside(store, before))];
    const { is } = await save(store, changes, [...unchanged, ...more]);
    if (is !== 'saved') return 'again';
    return isReplaced ? 'replaced' : 'recorded';
  });
}

/** What was found is kept until other audio is analyzed. */
const heardFields = (before: Track, { audio, found, unheard }: Finished) => ({
  audio,
  'heard-md5': found?.md5 ?? null,
  'unheard-md5': unheard?.md5 ?? null,
  'read-sha256': (found ?? unheard)?.sha256 ?? null,
  'heard-in-part': found?.isInPart ?? false,
  ...(found && foreignFields(before, found)),
});

/** What was found in a file that its owner has replaced in the meantime counts until the new one is analyzed. */
function foreignIn(before: Track, found: FoundSounds | undefined) {
  const fields = found && foreignFields(before, found);
  return fields && fields['foreign-sounds'] > before.fields['foreign-sounds'] ? fields : {};
}

function foreignFields(before: Track, found: FoundSounds) {
  const elsewhere = elsewhereIn(before, found);
  const foreign = Math.max(foreignAmong(found, before), elsewhere);
  return {
    'foreign-sounds': foreign,
    'foreign-md5': foreign > 0 ? found.md5 : null,
    'foreign-elsewhere': elsewhere,
  };
}

/** Findings of another stage about the same file remain. */
const elsewhereIn = ({ fields }: Track, { md5 }: FoundSounds): number =>
  fields['foreign-md5'] === md5 ? fields['foreign-elsewhere'] : 0;

const foreignAmong = ({ sounds }: FoundSounds, { ownerId: own }: Track): number =>
  sounds.filter(({ ownerId }) => ownerId !== own).length;

/** @returns the change of the track with those of its places, and conditions that it has no others. */
async function withPlaces(
  store: Store,
  before: Track,
  after: Track,
): Promise<{ readonly changes: readonly Change[]; readonly unchanged: readonly Write[] }> {
  const places = await findPlaces(store, before);
  const { warnings, sound } = notesOfFields(after.fields);
  const noted = placesWith(places.records, { warnings, sound });
  return {
    changes: [{ resource: tracks, before, after }, ...noted],
    unchanged: noted.length > 0 ? places.unchanged : [],
  };
}
