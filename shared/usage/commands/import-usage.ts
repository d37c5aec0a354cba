/** Returns where to upload the report, or starts the import once the report is there. */
import type { Run } from '../../kit/commands/listed.ts';
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import { environment } from '../../platform/settings.ts';
import type { importUsage } from '../commands.ts';
import { findTracks } from '../import/find-tracks.ts';
import { importOf, startImport } from '../import/start-import.ts';
import { startRematches } from '../import/start-rematches.ts';
import { reportObject } from '../import/usage-objects.ts';
import { shownImport } from './shown-import.ts';

export const run = (async (
  { file: fileName, as: name = fileName, sha256, bytes, uploaded, rematch, reading, isrcs },
  operation,
) => {
  if (isrcs) return { findings: await findingsOf(operation.table, isrcs) };
  if (rematch) return { rematched: await startRematches(operation) };
  if (name === undefined) throw problem('required', 'Either the path of a report or --rematch is required.');
  const notUploaded = "Run import-usage from the operator's command line, which uploads the report first.";
  if (sha256 === undefined || bytes === undefined) throw problem('invalid_value', notUploaded);
  const file = { name, sha256, bytes, layout: reading ?? null };
  if (uploaded) {
    const started = await startImport(operation, file);
    return shownImport(operation.table, started);
  }
  const same = await importOf(operation.table, file);
  if (same) return shownImport(operation.table, same);
  return { upload: { bucket: environment('BUCKET_NAME'), key: reportObject(sha256) } };
}) satisfies Run<typeof importUsage>;

/** @returns why lines with these codes would be unmatched, by code. Those of delivered tracks are not among them. */
async function findingsOf(table: Table, isrcs: readonly string[]): Promise<Record<string, string>> {
  const findings = await findTracks(table, isrcs);
  return Object.fromEntries(
    isrcs.flatMap((isrc) => {
      const finding = findings.get(isrc) ?? 'unknown';
      return typeof finding === 'string' ? [[isrc, finding]] : [];
    }),
  );
}
