/** One attempt to import a report, continuing from the previous one. */
import type { Lease } from '../../kit/work/lease.ts';
import { FileRejected } from '../reading/file-rejected.ts';
import { movedRuns } from '../rows/moved-rows.ts';
import { cleanMoved, cleanUp } from './clean-up.ts';
import { contentsOf } from './contents.ts';
import type { Importing } from './importing.ts';
import { matchLines } from './match-lines.ts';
import { withOverlap } from './overlap.ts';
import { type ReadReport, readReport } from './read-report.ts';
import { type ImportCounts, type Lost, type Overlap, type UsageImport, writerOf } from './usage-import.ts';
import { rejectsObject, reportObject, unmatchedObject } from './usage-objects.ts';
import { WorkFiles } from './work-files.ts';
import { writeRows } from './write-rows.ts';

/** Progress of an import, recorded under the claim of its row. */
export interface Progress {
  readonly written: number;
  readonly cleaned: number;
  readonly counts: ImportCounts | null;
  readonly linesDigest: string | null;
  readonly ignored: string[];
  readonly revenue: Readonly<Record<string, string>>;
  readonly skippedRevenue: Readonly<Record<string, string>>;
  readonly overlap: Overlap | null;
  readonly lost: Lost | null;
}

/** Rows are written without a condition, so `keep` is called before. */
export interface Recording extends Pick<Lease, 'keep'> {
  /** Takes the lines of the report for its import. @throws FileRejected if another has them, Overtaken */
  readonly take: (linesDigest: string) => Promise<void>;
  /** @throws Overtaken */
  readonly record: (progress: Progress) => Promise<void>;
  /** Whether the function must end soon. */
  readonly isTimeUp: () => boolean;
}

/** @returns whether the import is complete, or must be continued. @throws FileRejected, Overtaken */
export async function importReport(
  started: UsageImport,
  importing: Importing,
  recording: Recording,
): Promise<Progress & { readonly isDone: boolean }> {
  const files = new WorkFiles();
  try {
    const progress = await writeAll(started, { files, importing, recording });
    return progress.written < started.partitions
      ? { ...progress, isDone: false }
      : await cleanAll(started, progress, { importing, recording });
  } finally {
    files.remove();
  }
}

interface Work {
  readonly files: WorkFiles;
  readonly importing: Importing;
  readonly recording: Recording;
}

/** Every attempt rereads the file, because temporary files do not survive the previous attempt. */
async function writeAll(started: UsageImport, work: Work): Promise<Progress> {
  const { run, partitions, written, cleaned, counts, ...told } = started;
  const { linesDigest, ignored, overlap, lost } = told;
  const amounts = { revenue: told.revenue, skippedRevenue: told.skippedRevenue };
  let progress: Progress = { written, cleaned, counts, linesDigest, ignored, ...amounts, overlap, lost };
  if (written === partitions) return progress;
  const { importing, recording } = work;
  const { groups, lineCounts, ...read } = await divideLines(started, work);
  let rows = counts?.rows ?? 0;
  const replaced = await replacedRuns(started, importing);
  for (let partition = written; partition < partitions && !recording.isTimeUp(); partition++) {
    const part = { writer: writerOf(started), run, partition, replaced };
    const wrote = await writeRows(part, groups, { ...importing, ...recording });
    groups.remove(partition);
    rows += wrote.rows;
    const all = withOverlap(progress.overlap, wrote.overlap);
    progress = { ...read, written: partition + 1, cleaned, counts: { ...lineCounts, rows }, overlap: all };
    await recording.record(progress);
  }
  return progress;
}

async function divideLines(started: UsageImport, { files, importing, recording }: Work) {
  const { run, partitions, isRematch, counts } = started;
  const { bucket } = importing;
  const lines = files.spill(partitions);
  const groups = files.spill(partitions);
  const { key, sha256 } = sourceOf(started);
  const read = await readReport(bucket.read(key), { sha256, started }, { lines, files });
  if (!isRematch) await acceptReport(read, { run, files, importing, recording });
  const { unmatched, lost } = await matchLines({
    started,
    lines,
    groups,
    files,
    importing,
    keep: recording.keep,
  });
  await bucket.create(unmatchedObject(run), files.unmatched.content(0));
  if (isRematch && counts) {
    const { linesDigest, ignored, revenue, skippedRevenue } = started;
    // Lines that are no longer accepted remain among the unmatched ones.
    const lineCounts = { ...counts, unmatched: unmatched + read.rejected };
    return { groups, linesDigest, ignored, revenue, skippedRevenue, lost: started.lost, lineCounts };
  }
  const { linesDigest, ignored, revenue, skippedRevenue, rejected } = read;
  const ofFile = { lines: read.lines, rejected, imported: read.lines - rejected };
  return {
    groups,
    linesDigest,
    ignored: [...ignored],
    revenue,
    skippedRevenue,
    lost,
    lineCounts: { ...ofFile, unmatched },
  };
}

/** @throws FileRejected if no line can be imported, or another import has the same lines; Overtaken */
async function acceptReport(
  { lines, rejected, firstReason, linesDigest }: ReadReport,
  { run, files, importing, recording }: Work & { readonly run: string },
): Promise<void> {
  await importing.bucket.create(rejectsObject(run), files.rejected.content(0));
  if (linesDigest !== null) return recording.take(linesDigest);
  if (lines === 0) return;
  const all = lines === 1 ? 'The only line is' : `All ${lines} lines are`;
  const first = `${rejected === 1 ? 'It' : 'The first one'} has this fault: ${firstReason}`;
  throw new FileRejected(`${all} rejected, so nothing was imported. ${first}`, 'lines');
}

/** The file, or the unmatched lines of the last run. */
function sourceOf({ sha256, isRematch, loaded }: UsageImport): { key: string; sha256: string | null } {
  const last = loaded.at(-1);
  return isRematch && last
    ? { key: unmatchedObject(last.run), sha256: null }
    : { key: reportObject(sha256), sha256 };
}

/** @returns the runs of the earlier file and of its rematches, also if the stage has got them by a move. */
async function replacedRuns(
  { importId, isRematch, loaded }: UsageImport,
  { table }: Importing,
): Promise<readonly string[]> {
  if (isRematch) return [];
  return loaded.length > 0 ? loaded.map(({ run }) => run) : movedRuns(table, importId);
}

/** Cleans up after the earlier file and its rematches. A rematch replaces nothing. */
async function cleanAll(
  started: UsageImport,
  before: Progress,
  { importing, recording }: Pick<Work, 'importing' | 'recording'>,
): Promise<Progress & { readonly isDone: boolean }> {
  const { importId, sha256, loaded, isRematch } = started;
  const replaced = await replacedRuns(started, importing);
  const lists = loaded.flatMap(({ run, partitions }) =>
    Array.from({ length: partitions }, (_, partition) => ({ run, partition, replaced })),
  );
  let progress = before;
  for (const list of isRematch ? [] : lists.slice(before.cleaned)) {
    if (recording.isTimeUp()) return { ...progress, isDone: false };
    await cleanUp(list, { ...importing, ...recording });
    progress = { ...progress, cleaned: progress.cleaned + 1 };
    await recording.record(progress);
  }
  if (isRematch) return { ...progress, isDone: true };
  const kept = contentsOf({ sha256, linesDigest: progress.linesDigest });
  return {
    ...progress,
    isDone: await cleanMoved({ importId, kept, replaced }, { ...importing, ...recording }),
  };
}
