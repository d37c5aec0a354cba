/** Compares tracks of a request by sound again, if other tracks were released since: a copy can be requested before the original. */
import { albums } from '../../catalogue/api/albums.ts';
import type { Track } from '../../catalogue/api/tracks.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { comparedBeforeGrowth } from '../../matching/sound/index-growth.ts';
import { startAnalysis } from '../../matching/sound/start-analysis.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { isOpen } from '../rules/distribution.ts';
import { tracksOn } from './album-contents.ts';

const CONCURRENT_STARTS = 10;

/** @param before tracks that were compared later are not compared again. @returns how many are. */
export async function compareAgain(store: Store, tracks: readonly Track[], before: Date): Promise<number> {
  const analyzed = tracks.filter(({ fields: { audio } }) => audio?.status === 'completed');
  const ids = analyzed.map(({ id }) => id);
  const early = await comparedBeforeGrowth(store.table, ids, before);
  let count = 0;
  for (const some of batchesOf(
    analyzed.filter(({ id }) => early.has(id)),
    CONCURRENT_STARTS,
  )) {
    const started = await Promise.all(some.map((track) => startAnalysis(store, track)));
    count += started.filter(Boolean).length;
  }
  return count;
}

/** For operators who look at an open request before they decide. @returns sentences. */
export async function soundWarnings(store: Store, { fields }: DistributionRequest): Promise<string[]> {
  if (!isOpen(fields.status) || fields['request-type'] === 'takedown') return [];
  const album = await findRecord(store, albums, fields.album ?? '');
  if (!album) return [];
  const tracks = (await tracksOn(store, album)).map(({ track }) => track);
  const count = await compareAgain(store, tracks, store.now);
  return count === 0
    ? []
    : [
        `Tracks of the request are compared by sound again (${count}), because others were released since. Show the request again before you decide.`,
      ];
}
