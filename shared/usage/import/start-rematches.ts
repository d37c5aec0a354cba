/** Matches the unmatched lines of imports again, because tracks may have got their ISRCs since. */
import { equal } from '../../kit/table/expressions.ts';
import { newId } from '../../kit/table/ids.ts';
import type { Table } from '../../kit/table/table.ts';
import { writeIf } from '../../kit/work/claim.ts';
import { usageImportKey } from '../keys.ts';
import { UNMATCHED_IMPORTS, type UsageImport, usageWork } from './usage-import.ts';

/** @returns the names of the imports that are matched again. */
export async function startRematches({ table, now }: { table: Table; now: Date }): Promise<string[]> {
  const entries = await table.query({ index: 'by-owner', partition: UNMATCHED_IMPORTS });
  const keys = entries.map(({ ownerSort }) => usageImportKey(String(ownerSort)));
  const imports = (await table.getMany(keys, true)).map(usageWork.read);
  const started: string[] = [];
  for (const each of imports) if (await startRematch(each, { table, now })) started.push(each.name);
  return started;
}

/** @returns false if a run of the import is in progress or there are no unmatched lines. */
async function startRematch(
  before: UsageImport,
  { table, now }: { table: Table; now: Date },
): Promise<boolean> {
  const [file] = before.loaded;
  if (!file || before.state === 'running' || (before.counts?.unmatched ?? 0) === 0) return false;
  const started = {
    ...before,
    // Keep the loaded file: a later file with this name may have been rejected.
    ...file,
    state: 'running' as const,
    reason: null,
    rejectedAs: null,
    isRematch: true,
    run: newId(now),
    written: 0,
    cleaned: 0,
  };
  const condition = { all: [equal('run', before.run), equal('state', before.state)] };
  return writeIf(table, { put: usageWork.first(started, now), condition });
}
