/** One attempt to import a report, continuing from the previous one. */
import { equal } from '../../kit/table/expressions.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { writeIf } from '../../kit/work/claim.ts';
import type { Lease } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import { isRevenueKey } from '../keys.ts';
import { deleteRevenue } from '../revenue/change-revenue.ts';
import type { Importing } from './importing.ts';
import { matchLines } from './match-lines.ts';
import { readReport } from './read-report.ts';
import { type TextLine, textLines } from './text-lines.ts';
import { type ImportCounts, type UsageImport, writerOf } from './usage-import.ts';
import { rejectsObject, reportObject, rowsObject, unmatchedObject } from './usage-objects.ts';
import { WorkFiles } from './work-files.ts';
import { writeRows } from './write-rows.ts';

/** Progress of an import, recorded under the claim of its row. */
export interface Progress {
  readonly written: number;
  readonly cleaned: number;
  readonly counts: ImportCounts | null;
}

/** Rows are written without a condition, so `keep` is called before. */
export interface Recording extends Pick<Lease, 'keep'> {
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
  const { run, partitions, written, cleaned, counts } = started;
  let progress: Progress = { written, cleaned, counts };
  if (written === partitions) return progress;
  const { importing, recording } = work;
  const { groups, lineCounts } = await divideLines(started, work);
  let rows = counts?.rows ?? 0;
  for (let partition = written; partition < partitions && !recording.isTimeUp(); partition++) {
    const part = { writer: writerOf(started), run, partition };
    rows += await writeRows(part, groups, { ...importing, ...recording });
    groups.remove(partition);
    progress = { written: partition + 1, cleaned, counts: { ...lineCounts, rows } };
    await recording.record(progress);
  }
  return progress;
}

async function divideLines(started: UsageImport, { files, importing, recording: { keep } }: Work) {
  const { run, partitions, isRematch, counts } = started;
  const { bucket } = importing;
  const lines = files.spill(partitions);
  const groups = files.spill(partitions);
  const { key, sha256 } = sourceOf(started);
  const read = await readReport(bucket.read(key), sha256, { lines, files });
  const unmatched = await matchLines({ run, lines, groups, files, importing, keep });
  if (!isRematch) await bucket.create(rejectsObject(run), files.rejected.content(0));
  await bucket.create(unmatchedObject(run), files.unmatched.content(0));
  const ofFile = { ...read, imported: read.lines - read.rejected };
  return { groups, lineCounts: { ...(isRematch && counts ? counts : ofFile), unmatched } };
}

/** The file, or the unmatched lines of the last run. */
function sourceOf({ sha256, isRematch, loaded }: UsageImport): { key: string; sha256: string | null } {
  const last = loaded.at(-1);
  return isRematch && last
    ? { key: unmatchedObject(last.run), sha256: null }
    : { key: reportObject(sha256), sha256 };
}

/** Cleans up after the earlier file and its rematches. A rematch replaces nothing. */
async function cleanAll(
  { loaded, isRematch }: UsageImport,
  before: Progress,
  { importing, recording }: Pick<Work, 'importing' | 'recording'>,
): Promise<Progress & { readonly isDone: boolean }> {
  const lists = loaded.flatMap(({ run, partitions }) =>
    Array.from({ length: partitions }, (_, partition) => ({ run, partition })),
  );
  let progress = before;
  for (const list of isRematch ? [] : lists.slice(before.cleaned)) {
    if (recording.isTimeUp()) return { ...progress, isDone: false };
    await cleanUp(list, { ...importing, ...recording });
    progress = { ...progress, cleaned: progress.cleaned + 1 };
    await recording.record(progress);
  }
  return { ...progress, isDone: true };
}

const CONCURRENT_DELETES = 20;

/** Deletes the rows of an earlier file with the same name that the new file has not replaced. */
async function cleanUp(
  { run, partition }: { run: string; partition: number },
  { table, bucket, keep }: Importing & Pick<Lease, 'keep'>,
): Promise<void> {
  const key = rowsObject(run, partition);
  if (!(await bucket.has(key))) return;
  for await (const lines of textLines(bucket.read(key))) {
    await keep();
    // Revenue first, which comes before its earnings in the list.
    for (const some of batchesOf(lines.map(keyIn), CONCURRENT_DELETES))
      for (const stage of [some.filter(isRevenueKey), some.filter((key) => !isRevenueKey(key))])
        await Promise.all(stage.map((key) => deleteUnreplaced(table, key, run)));
  }
}

function keyIn({ text }: TextLine): Key {
  const [pk, sk] = tupleOf(2, text.split('\t'));
  return { pk, sk };
}

/** Rows that the new file also has now belong to its run. */
const deleteUnreplaced = (table: Table, key: Key, run: string): Promise<unknown> =>
  isRevenueKey(key)
    ? deleteRevenue(table, key, run)
    : writeIf(table, { delete: key, condition: equal('run', run) });
