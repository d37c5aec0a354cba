/** Imports as shown to operators. */
import { environment } from '../../platform/settings.ts';
import type { ImportCounts, UsageImport } from '../import/usage-import.ts';
import { rejectsObject, unmatchedObject } from '../import/usage-objects.ts';

/** Reading the report counts as half of the work, writing as the rest. */
export const importSummary = ({ name, state, reason, written, partitions, counts }: UsageImport) => ({
  name,
  state,
  ...(reason !== null && { reason }),
  progress: state === 'running' ? Math.floor((100 * written) / (partitions + 1)) : 100,
  lines: counts?.lines ?? 0,
  imported: counts?.imported ?? 0,
  rejected: counts?.rejected ?? 0,
  unmatched: counts?.unmatched ?? 0,
});

/** Unmatched lines are imported as well, and count once their tracks have the ISRCs. */
function summaryOf(counts: ImportCounts | null): string {
  const { imported = 0, rejected = 0, unmatched = 0 } = counts ?? {};
  return `${imported} imported, of which ${unmatched} unmatched; ${rejected} rejected`;
}

export const shownImport = (usageImport: UsageImport) => ({
  ...importSummary(usageImport),
  summary: summaryOf(usageImport.counts),
  bucket: environment('BUCKET_NAME'),
  'rejected-lines': rejectsObject(usageImport.loaded[0]?.run ?? usageImport.run),
  'unmatched-lines': unmatchedObject(usageImport.loaded.at(-1)?.run ?? usageImport.run),
});
