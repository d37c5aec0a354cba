/** One attempt to analyze the audio of a track: hears its file, and finds the same sound in others. */

import type { NotRead } from '../../audio/heard.ts';
import type { ListeningLimits } from '../../audio/limits.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { placesWith } from '../../catalogue/hooks/track-contents.ts';
import { findPlaces } from '../../catalogue/hooks/track-kind.ts';
import { completedAudio, failedAudio, type TrackAudio } from '../../catalogue/rules/track-audio.ts';
import { warningsOfFields } from '../../catalogue/rules/track-warnings.ts';
import { decided } from '../../kit/records/decided.ts';
import { changedUnseen, findRecord, type Store, save, storeOf } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld, isHeldIn } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { comparisonOf, saveCompared } from '../lists/save-matches.ts';
import { type AudioAnalysis, analysisWork } from './analysis-work.ts';
import { type AudioSource, audioSourceOf } from './audio-source.ts';
import { type FoundSound, findSounds, spanOf } from './find-sounds.ts';
import { hear } from './hear.ts';
import { comparedWrite } from './index-growth.ts';
import { soundIndexingWork } from './sound-indexing-work.ts';

export interface Analyzing extends Attempt<AudioAnalysis> {
  readonly api: Store['api'];
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
  if (!source) return finish(analyzing, { track, source, audio: null, sounds: [] });
  const heard = await hear(analyzing, { ownerId: track.ownerId, source });
  if (heard.is !== 'known') return fail(analyzing, { track, source }, heard);
  const comparedAt = now();
  const { fingerprints, analysis } = heard;
  const sounds = await findSounds(table, { trackId: track.id, fingerprints, span: spanOf(analysis) });
  const audio = completedAudio(analysis.measurements);
  return finish(analyzing, { track, source, audio, sounds, comparedAt, isRead: heard.isRead });
}

async function fail(
  analyzing: Analyzing,
  { track, source }: { readonly track: Track; readonly source: AudioSource },
  notRead: NotRead,
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
  return finish(analyzing, { track, source, audio: failedAudio(reason), sounds: [], reason });
}

interface Finished {
  readonly track: Track;
  readonly source: AudioSource | undefined;
  /** Null if there is nothing to analyze. */
  readonly audio: TrackAudio | null;
  readonly sounds: readonly FoundSound[];
  /** When the comparison with the index began. */
  readonly comparedAt?: Date;
  readonly isRead?: boolean;
  readonly reason?: string;
}

async function finish(analyzing: Analyzing, finished: Finished): Promise<Analyzed> {
  const { table, now, held, claimed } = analyzing;
  const { track, audio, sounds, reason, isRead } = finished;
  const { id: trackId, ownerId } = track;
  const matches = await saveCompared({ table, now, held }, () =>
    comparisonOf(table, { trackId, ownerId }, async () => ({ by: 'sound', matches: sounds })),
  );
  const recorded = await record(analyzing, finished);
  if (recorded === 'gone') return forgetTrack(analyzing);
  const outcome = recorded === 'recorded' ? (audio?.status ?? 'completed') : 'pending';
  const line = lineOf(track, {
    outcome,
    matches,
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
  { api, table, now, claimed }: Analyzing,
  { source, audio, sounds, comparedAt }: Finished,
): Promise<'recorded' | 'gone' | 'replaced'> {
  const unread = storeOf(api, { table, now: now() });
  const { trackId } = claimed;
  const removal = analysisWork.end(trackId);
  return decided<Store, 'recorded' | 'gone' | 'replaced'>(unread, async (store) => {
    const row = await table.get(removal.delete);
    if (!row || !isHeldIn(row, claimed)) throw new Overtaken();
    const before = await findRecord(store, tracks, trackId);
    if (!before) return 'gone';
    const current = await audioSourceOf(store, before);
    if (current?.url !== source?.url || current?.md5 !== source?.md5) return 'replaced';
    const foreign = sounds.filter(({ ownerId }) => ownerId !== before.ownerId).length;
    const after = changedUnseen(before, { audio, 'foreign-sounds': foreign });
    const places = await findPlaces(store, before);
    const noted = placesWith(places.records, { warnings: warningsOfFields(after.fields) });
    const { is } = await save(
      store,
      [{ resource: tracks, before, after }, ...noted],
      [
        ...(noted.length > 0 ? places.unchanged : []),
        { ...removal, condition: isHeld(claimed) },
        soundIndexingWork.start({ trackId, ownerId: before.ownerId }, now()),
        ...(comparedAt ? [comparedWrite(trackId, comparedAt)] : []),
      ],
    );
    return is === 'saved' ? 'recorded' : 'again';
  });
}
