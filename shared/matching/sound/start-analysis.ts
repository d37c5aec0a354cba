/** Starts the analysis of a track's audio, unless it has been started or there is no audio to compare. */

import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { pendingAudio } from '../../catalogue/rules/track-audio.ts';
import { decided } from '../../kit/records/decided.ts';
import { changedUnseen, findRecord, type Store, save } from '../../kit/records/store.ts';
import { batchesOf } from '../../platform/batches.ts';
import { analysisWork } from './analysis-work.ts';
import { audioSourceOf } from './audio-source.ts';

/** @param track as read last. @returns whether an analysis is pending. */
export async function startAnalysis(unread: Store, track: Track): Promise<boolean> {
  let current: Track | undefined = track;
  return decided(unread, async (store) => {
    const before = current ?? (await findRecord(store, tracks, track.id));
    current = undefined;
    if (!before) return false;
    if (before.fields.audio?.status === 'pending') return true;
    if (!(await audioSourceOf(store, before))) return false;
    const after = changedUnseen(before, { audio: pendingAudio });
    const start = analysisWork.start({ trackId: before.id, ownerId: before.ownerId }, store.now);
    const { is } = await save(store, [{ resource: tracks, before, after }], [start]);
    return is === 'saved' ? true : 'again';
  });
}

const CONCURRENT = 5;

/** @returns how many analyses are pending. */
export async function startAnalyses(store: Store, records: readonly Track[]): Promise<number> {
  let pending = 0;
  for (const some of batchesOf(records, CONCURRENT)) {
    const started = await Promise.all(some.map((track) => startAnalysis(store, track)));
    pending += started.filter(Boolean).length;
  }
  return pending;
}
