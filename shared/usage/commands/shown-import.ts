/** Imports as shown to operators. */
import { environment } from '../../platform/settings.ts';
import type { UsageImport } from '../import/usage-import.ts';
import { rejectsObject, unmatchedObject } from '../import/usage-objects.ts';

/** Reading the report counts as half of the work, writing as the rest. */
export const importSummary = (found: UsageImport) => ({
  name: found.name,
  state: found.state,
  ...(found.reason !== null && { reason: found.reason }),
  progress: found.state === 'running' ? Math.floor((100 * found.written) / (found.partitions + 1)) : 100,
  lines: found.counts?.lines ?? 0,
  imported: found.counts?.imported ?? 0,
  rejected: found.counts?.rejected ?? 0,
  unmatched: found.counts?.unmatched ?? 0,
});

export const shownImport = (found: UsageImport) => ({
  ...importSummary(found),
  bucket: environment('BUCKET_NAME'),
  'rejected-lines': rejectsObject(found.loaded[0]?.run ?? found.run),
  'unmatched-lines': unmatchedObject(found.loaded.at(-1)?.run ?? found.run),
});
