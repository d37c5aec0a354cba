/** One try to import a report, from where the last one ended. */
import type { ImportCounts, UsageImport } from '../../shared/usage/usage-import.ts';
import { rejectsObject, reportObject, unmatchedObject } from '../../shared/usage/usage-objects.ts';
import { cleanUp } from './clean-up.ts';
import type { Importing } from './importing.ts';
import { matchLines } from './match-lines.ts';
import { readReport } from './read-report.ts';
import { WorkFiles } from './work-files.ts';
import { writeRows } from './write-rows.ts';

/** How far an import has come: recorded under the claim of its row. */
export interface Progress {
  readonly written: number;
  readonly cleaned: number;
  readonly counts: ImportCounts | null;
}

export interface Recording {
  /** @throws Overtaken */
  readonly record: (progress: Progress) => Promise<void>;
  /** Whether the function must end soon. */
  readonly isTimeUp: () => boolean;
}

/** @returns whether all is done: otherwise another try goes on. @throws FileRefused, Overtaken. */
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

/** The file is read again by every try: the temporary files of the last one are gone. */
async function writeAll(started: UsageImport, work: Work): Promise<Progress> {
  const { importId, run, partitions, written, cleaned, counts } = started;
  let progress: Progress = { written, cleaned, counts };
  if (written === partitions) return progress;
  const { importing, recording } = work;
  const { groups, ...found } = await dividedLines(started, work);
  let rows = counts?.rows ?? 0;
  for (let partition = written; partition < partitions && !recording.isTimeUp(); partition++) {
    rows += await writeRows({ importId, run, partition }, groups, importing);
    groups.remove(partition);
    progress = { written: partition + 1, cleaned, counts: { ...found, rows } };
    await recording.record(progress);
  }
  return progress;
}

async function dividedLines({ sha256, run, partitions }: UsageImport, { files, importing }: Work) {
  const { bucket } = importing;
  const [lines, groups] = [files.spill(partitions), files.spill(partitions)];
  const read = await readReport(bucket.read(reportObject(sha256)), sha256, { lines, files });
  const unmatched = await matchLines({ run, lines, groups, files, importing });
  await bucket.create(rejectsObject(run), files.rejected.content());
  await bucket.create(unmatchedObject(run), files.unmatched.content());
  return { groups, ...read, imported: read.lines - read.rejected, unmatched };
}

async function cleanAll(
  { former }: UsageImport,
  before: Progress,
  { importing, recording }: Pick<Work, 'importing' | 'recording'>,
): Promise<Progress & { readonly isDone: boolean }> {
  let progress = before;
  const count = former?.partitions ?? 0;
  for (let partition = before.cleaned; former && partition < count; partition++) {
    if (recording.isTimeUp()) return { ...progress, isDone: false };
    await cleanUp({ run: former.run, partition }, importing);
    progress = { ...progress, cleaned: partition + 1 };
    await recording.record(progress);
  }
  return { ...progress, isDone: true };
}
