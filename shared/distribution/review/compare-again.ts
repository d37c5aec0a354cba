/**
 * Compares tracks of a request by sound again if other tracks were released since, because a copy can be
 * requested before the original.
 */
import type { Track } from '../../catalogue/api/tracks.ts';
import type { Store } from '../../kit/records/store.ts';
import { comparedBeforeGrowth } from '../../matching/sound/index-growth.ts';
import { startAnalysis } from '../../matching/sound/start-analysis.ts';
import { batchesOf } from '../../platform/batches.ts';

const CONCURRENT_STARTS = 10;

/** @param before tracks that were compared later are omitted. @returns the ids of those compared again. */
export async function compareAgain(
  store: Store,
  tracks: readonly Track[],
  before: Date,
): Promise<readonly string[]> {
  const analyzed = tracks.filter(({ fields: { audio } }) => audio?.status === 'completed');
  const ids = analyzed.map(({ id }) => id);
  const early = await comparedBeforeGrowth(store.table, ids, before);
  const again: string[] = [];
  for (const some of batchesOf(
    analyzed.filter(({ id }) => early.has(id)),
    CONCURRENT_STARTS,
  )) {
    const started = await Promise.all(some.map((track) => startAnalysis(store, track)));
    again.push(...some.flatMap(({ id }, index) => (started[index] ? id : [])));
  }
  return again;
}
