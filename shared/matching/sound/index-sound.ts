/** Keeps a track in the index by sound while it is released, has been analyzed, and has not opted out. */
import * as v from 'valibot';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { findRecord, type Store, storeOf } from '../../kit/records/store.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Attempt, Worker } from '../../kit/work/attempt.ts';
import { commitHeld, MAX_HELD_WRITES, writeInTime } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import { trackSoundKey } from '../keys.ts';
import { type SoundIndexing, soundIndexingWork } from '../released/sound-indexing-work.ts';
import { type Landmark, landmarksOf } from '../rules/sound/landmarks.ts';
import type { Fingerprint } from '../rules/sound/sub-fingerprint.ts';
import { type AudioSource, audioSourceOf } from './audio-source.ts';
import { entryKey, releasedAlbumsOf } from './find-sounds.ts';
import { noteGrowth } from './index-growth.ts';
import { forgetFile, readAnalysis } from './kept-analysis.ts';
import { readFingerprint } from './kept-fingerprints.ts';
import { startAnalysis } from './start-analysis.ts';

/** Landmarks of a released track in the index. Of those of tracks longer than 90 minutes, some are chosen. */
const MAX_ENTRIES = 10_000;
/** The most that one call can write. The claim is renewed before each call. */
const ENTRIES_PER_CALL = 25;

const listSchema = v.object({
  /** False while entries are being written. */
  isComplete: v.boolean(),
  /** Bits and position of each landmark, as little-endian numbers of 32 bits in base64. */
  entries: v.string(),
});

const listKey = (trackId: string): Key => trackSoundKey(trackId, 'indexed');

interface IndexedLine {
  readonly message: 'sound.indexed';
  /** Entries in the index now. */
  readonly entries: number;
  readonly changed: number;
}

/** No function writes so long after new work has replaced the work that it claimed. */
const REPEATED_AFTER_MS = 60_000;

export const indexSound = (api: Store['api']): Worker<SoundIndexing, IndexedLine> => ({
  kind: soundIndexingWork,
  log: 'matching',
  async make(attempt) {
    const { isFinal, ...about } = await update(attempt, api);
    const line = { message: 'sound.indexed', ...about } as const;
    if (isFinal) return { is: 'done', line };
    const at = new Date(attempt.now().getTime() + REPEATED_AFTER_MS);
    return { is: 'again', next: soundIndexingWork.next(attempt.claimed, at, { isRepeated: true }), line };
  },
});

/** @throws Overtaken */
async function update(
  attempt: Attempt<SoundIndexing>,
  api: Store['api'],
): Promise<Replaced & Pick<IndexedLine, 'entries'>> {
  const { table, claimed, held, lease, now } = attempt;
  const { trackId } = claimed;
  const store = storeOf(api, { table, now: now() });
  const track = await findRecord(store, tracks, trackId);
  const source = track && (await audioSourceOf(store, track));
  const isReleased = track !== undefined && (await releasedAlbumsOf(table, trackId)).length > 0;
  const kept = source && (await currentFingerprint(table, trackId, source));
  if (isReleased && source && !kept && (await isUnheard(table, track))) await startAnalysis(store, track);
  const landmarks = isReleased && source && kept ? landmarksOf(kept, MAX_ENTRIES) : [];
  const commit = async (writes: readonly Write[]) => {
    await lease.keep();
    await commitHeld(table, writes, held);
  };
  const replaced = await replaceEntries(attempt, landmarks, commit);
  if (!source) await forget(table, { trackId, ownerId: track?.ownerId ?? claimed.ownerId }, commit);
  return { ...replaced, entries: landmarks.length };
}

/** Whether the track comes from another stage, or was analyzed by a version that measured something else. */
async function isUnheard(table: Table, { id, fields: { audio } }: Track): Promise<boolean> {
  return audio === null || (audio.status === 'completed' && (await readAnalysis(table, id)) === undefined);
}

/** @returns undefined if the track has another file by now, which has not been analyzed. */
async function currentFingerprint(
  table: Table,
  trackId: string,
  source: AudioSource,
): Promise<Fingerprint | undefined> {
  const [analysis, kept] = await Promise.all([
    readAnalysis(table, trackId),
    readFingerprint(table, trackId, 1),
  ]);
  const isCurrent =
    source.md5 === null ? analysis?.url === source.url : analysis?.md5 === source.md5.toLowerCase();
  return isCurrent && kept?.content === analysis?.md5 ? kept?.fingerprint : undefined;
}

/** @throws Overtaken */
type Commit = (writes: readonly Write[]) => Promise<void>;

interface Replaced {
  readonly changed: number;
  /** False if an interrupted function may still write. The entries are then written a second time. */
  readonly isFinal: boolean;
}

/**
 * The list has every entry that may be in the index, even if the function ends in between. Entries are written
 * without the claim as a condition, which costs half as much. New work of the track replaces the claim, so that
 * this function and the next one can write concurrently for some seconds. The next one finds the list
 * incomplete, and repeats its writes once this function has ended.
 */
async function replaceEntries(
  { table, claimed: { trackId, isRepeated }, lease, now }: Attempt<SoundIndexing>,
  landmarks: readonly Landmark[],
  commit: Commit,
): Promise<Replaced> {
  const row = await table.get(listKey(trackId));
  const list = row && v.parse(listSchema, row);
  const listed = list ? landmarksIn(list.entries) : [];
  const indexed = new Set(list?.isComplete ? listed.map(nameOf) : []);
  const names = new Set(landmarks.map(nameOf));
  const added = landmarks.filter((landmark) => !indexed.has(nameOf(landmark)));
  const gone = listed.filter((landmark) => !names.has(nameOf(landmark)));
  const changed = added.length + gone.length;
  if (changed === 0 && list?.isComplete !== false) return { changed, isFinal: true };
  await commit([{ put: listRow(trackId, [...landmarks, ...gone], false) }]);
  const keysOf = (some: readonly Landmark[]) =>
    batchesOf(
      some.map((landmark) => entryKey(landmark, trackId)),
      ENTRIES_PER_CALL,
    );
  for (const keys of keysOf(added))
    await writeInTime(lease, () => table.putMany(keys.map((key) => ({ ...key }))));
  for (const keys of keysOf(gone)) await writeInTime(lease, () => table.deleteMany(keys));
  if (added.length > 0) await noteGrowth(table, now());
  const isFinal = list?.isComplete !== false || isRepeated === true;
  const isEmpty = landmarks.length === 0;
  if (isFinal)
    await commit([isEmpty ? { delete: listKey(trackId) } : { put: listRow(trackId, landmarks, true) }]);
  return { changed, isFinal };
}

const nameOf = ({ bits, position }: Landmark): string => `${bits} ${position}`;

function listRow(trackId: string, landmarks: readonly Landmark[], isComplete: boolean) {
  const numbers = Uint32Array.from(landmarks.flatMap(({ bits, position }) => [bits, position]));
  return { ...listKey(trackId), isComplete, entries: Buffer.from(numbers.buffer).toString('base64') };
}

function landmarksIn(entries: string): Landmark[] {
  const numbers = new Uint32Array(new Uint8Array(Buffer.from(entries, 'base64')).buffer);
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    bits: numbers[2 * index] ?? 0,
    position: numbers[2 * index + 1] ?? 0,
  }));
}

/** Deletes the audio analysis of a track that was deleted, has opted out or has no audio. */
async function forget(
  table: Table,
  { trackId, ownerId }: { readonly trackId: string; readonly ownerId: string | null },
  commit: Commit,
): Promise<void> {
  const analysis = await readAnalysis(table, trackId);
  if (analysis && ownerId !== null) await forgetFile({ trackId, ownerId, analysis }, commit);
  const partition = trackSoundKey(trackId, '').pk;
  const queries = heardParts.map((prefix) => table.query({ partition, prefix }));
  const rows = (await Promise.all(queries)).flat();
  const writes = rows.map(({ pk, sk }): Write => ({ delete: { pk: String(pk), sk: String(sk) } }));
  for (const some of batchesOf(writes, MAX_HELD_WRITES)) await commit(some);
}

/** Beginnings of the sort keys of the analysis of a track's audio. */
const heardParts = ['analysis', 'attempts', 'compared', 'fingerprint#'];
