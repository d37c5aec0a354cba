/**
 * Analyzes tracks of a request whose audio was not analyzed, because it was replaced, and compares tracks by sound again if
 * other tracks were released since, because a copy can be requested before the original.
 */
import type { Track } from '../../catalogue/api/tracks.ts';
import { soundOf } from '../../catalogue/rules/track-sound.ts';
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
  return startAll(
    store,
    analyzed.filter(({ id }) => early.has(id)),
  );
}

/** Audio that could not be read is not read again until it is replaced or requested. @returns the ids of those started. */
export const hearMissing = (store: Store, tracks: readonly Track[]): Promise<readonly string[]> =>
  startAll(store, tracks.filter(isMissing));

function isMissing({ fields }: Track): boolean {
  const status = fields.audio?.status;
  return soundOf(fields).hearing === 'not_heard' && status !== 'pending' && status !== 'failed';
}

async function startAll(store: Store, tracks: readonly Track[]): Promise<readonly string[]> {
  const begun: string[] = [];
  for (const some of batchesOf(tracks, CONCURRENT_STARTS)) {
    const started = await Promise.all(some.map((track) => startAnalysis(store, track)));
    begun.push(...some.flatMap(({ id }, index) => (started[index] ? id : [])));
  }
  return begun;
}
