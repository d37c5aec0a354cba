/** Imports as shown to operators. */
import type { Table } from '../../kit/table/table.ts';
import { environment } from '../../platform/settings.ts';
import { contentsOfReport, type ReportContent } from '../import/content-history.ts';
import { mainOverlap } from '../import/overlap.ts';
import type { ImportCounts, Lost, UsageImport } from '../import/usage-import.ts';
import { rejectsObject, unmatchedObject } from '../import/usage-objects.ts';
import { movedUsageKey, usageImportKey } from '../keys.ts';
import { listed } from '../rules/report-header.ts';

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

/** @param table for the name of an import with the same lines. */
export async function shownImport(table: Table, usageImport: UsageImport) {
  const { sha256, rejectedAs, run, loaded, counts } = usageImport;
  const [notes, contents] = await Promise.all([
    notesOf(table, usageImport),
    contentsOfReport(table, usageImport.importId),
  ]);
  return {
    ...importSummary(usageImport),
    summary: summaryOf(counts),
    ...(notes.length > 0 && { notes }),
    sha256,
    bucket: environment('BUCKET_NAME'),
    'rejected-lines': rejectsObject(rejectedAs === 'lines' ? run : (loaded[0]?.run ?? run)),
    'unmatched-lines': unmatchedObject(loaded.at(-1)?.run ?? run),
    ...(rejectedAs !== null && { 'rejected-as': rejectedAs }),
    contents: contents.map(shownContent),
  };
}

const shownContent = ({ importedAt, revenue, ...content }: ReportContent) => ({
  'imported-at': importedAt,
  ...content,
  revenue: amountsIn(revenue),
});

/** @returns what operators should know of an import that is done. */
async function notesOf(
  table: Table,
  { state, ignored, skippedRevenue, overlap, lost, counts }: UsageImport,
): Promise<string[]> {
  if (state !== 'done') return [];
  const columns = ignored.length === 1 ? 'The column' : 'The columns';
  const unread =
    ignored.length > 0
      ? [`${columns} ${listed(ignored)} ${ignored.length === 1 ? 'was' : 'were'} not read.`]
      : [];
  const skipped = Object.keys(skippedRevenue).length > 0 ? [skippedNote(skippedRevenue)] : [];
  const notes = [...unread, ...skipped, ...(lost && counts?.unmatched ? [lostNote(lost)] : [])];
  const most = overlap && mainOverlap(overlap);
  if (!overlap || !most) return notes;
  const [id, lines] = most;
  const name = (await nameOf(table, id)) ?? id;
  const repeated =
    `${lines} of ${overlap.lines} lines are also in the import ${name}, for the same DSPs and days. If both are the ` +
    'same report, import a file with the header alone under one of the names.';
  return [...notes, repeated];
}

const amountsIn = (revenue: Readonly<Record<string, string>>): string =>
  listed(
    Object.entries(revenue)
      .map(([currency, amount]) => `${amount} ${currency}`)
      .toSorted(),
  );

const skippedNote = (revenue: UsageImport['skippedRevenue']): string =>
  `Skipped lines have revenue that was not imported: ${amountsIn(revenue)}.`;

function lostNote({ lines, revenue }: Lost): string {
  const counted = lines === 1 ? '1 line' : `${lines} lines`;
  return (
    `Of the earlier file, ${counted} with ${amountsIn(revenue)} counted for owners. The lines of this file with the same ` +
    'ISRCs are unmatched.'
  );
}

/** @returns the name of an import of this stage, or of one that was moved to it. */
async function nameOf(table: Table, importId: string): Promise<string | undefined> {
  const rows = await table.getMany([usageImportKey(importId), movedUsageKey(importId)]);
  const [name] = rows.map((row) => row['name']);
  return name === undefined ? undefined : String(name);
}
