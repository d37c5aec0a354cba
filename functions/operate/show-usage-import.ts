/** show-usage-import: the state of an import. */
import { problem } from '../../shared/kit/values/problems.ts';
import { environment } from '../../shared/platform/settings.ts';
import { findImport } from '../../shared/usage/import/start-import.ts';
import type { UsageImport } from '../../shared/usage/import/usage-import.ts';
import { rejectsObject, unmatchedObject } from '../../shared/usage/import/usage-objects.ts';
import type { CommandHandler } from './operation.ts';

export const showUsageImport: CommandHandler<'show-usage-import'> = async ({ name }, { table }) => {
  const found = await findImport(table, name);
  if (!found) throw problem('unknown_usage_import', `Nothing was imported as ${name}.`);
  return shownImport(found);
};

/** What the operator sees of an import. Reading the report is half of the work, and so is writing what it brings. */
export const shownImport = (found: UsageImport) => ({
  name: found.name,
  state: found.state,
  ...(found.reason !== null && { reason: found.reason }),
  progress: found.state === 'running' ? Math.floor((100 * found.written) / (found.partitions + 1)) : 100,
  lines: found.counts?.lines ?? 0,
  imported: found.counts?.imported ?? 0,
  rejected: found.counts?.rejected ?? 0,
  unmatched: found.counts?.unmatched ?? 0,
  bucket: environment('BUCKET_NAME'),
  'rejected-lines': rejectsObject(found.loaded[0]?.run ?? found.run),
  'unmatched-lines': unmatchedObject(found.loaded.at(-1)?.run ?? found.run),
});
