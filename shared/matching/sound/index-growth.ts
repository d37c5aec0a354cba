/** When the index by sound has grown. A track that was compared with it before then is compared again. */
import { failedConditions } from '../../kit/table/commit.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { soundIndexKey, trackSoundKey } from '../keys.ts';

/** Called after entries were added, and before the work that adds them ends. */
export async function noteGrowth(table: Table, now: Date): Promise<void> {
  const grownAt = now.toISOString();
  const write: Write = {
    update: soundIndexKey,
    with: [{ set: 'grownAt', to: grownAt }],
    condition: { any: [{ missing: 'grownAt' }, { path: 'grownAt', is: '<', value: grownAt }] },
  };
  await failedConditions(table.commit([write]));
}

const COMPARED = 'compared';
/** A comparison reads the index without the newest entries, and the clocks of functions differ a little. */
const BEHIND_MS = 5_000;

/** @param at when the comparison began. */
export const comparedWrite = (trackId: string, at: Date): Write => ({
  put: { ...trackSoundKey(trackId, COMPARED), comparedAt: at.toISOString() },
});

/** @returns the tracks whose last comparison began before the index grew, and before a time. */
export async function comparedBeforeGrowth(
  table: Table,
  trackIds: readonly string[],
  before: Date,
): Promise<ReadonlySet<string>> {
  const grownAt = (await table.get(soundIndexKey))?.['grownAt'];
  if (grownAt === undefined) return new Set();
  const knownFrom = new Date(Date.parse(String(grownAt)) + BEHIND_MS).toISOString();
  const keys = trackIds.map((id) => trackSoundKey(id, COMPARED));
  const rows = await table.getMany(keys, true);
  const times = new Map(rows.map(({ pk, comparedAt }) => [pk, String(comparedAt)]));
  return new Set(
    trackIds.filter((id) => {
      const at = times.get(trackSoundKey(id, COMPARED).pk);
      return at === undefined || (at < knownFrom && at < before.toISOString());
    }),
  );
}
