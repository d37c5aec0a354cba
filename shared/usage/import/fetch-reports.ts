/** Imports the reports in a folder of a store: downloads each into the bucket, and starts its import. */
import { createHash } from 'node:crypto';
import type { Table } from '../../kit/table/table.ts';
import { isProblem, Problems } from '../../kit/values/problems.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import { parseLayout, type ReportLayout } from '../layouts/report-layout.ts';
import { FileRejected } from '../reading/file-rejected.ts';
import { joinedContent, reportsAmong } from './report-files.ts';
import { importOf, startImport, type UsageFile } from './start-import.ts';
import { unchangedContent } from './unchanged-content.ts';
import { reportObject } from './usage-objects.ts';

interface FolderFile {
  readonly name: string;
  /** Whether it was not fetched yet, or has changed since. */
  readonly isNew: boolean;
  /** @throws unknown_record if the file is gone; file_unreadable. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

export interface ReportFolder {
  readonly dspId: string;
  readonly files: readonly FolderFile[];
  /** As JSON; null for reports of DDEX and those with our own columns. */
  readonly layout: string | null;
}

/**
 * `imported`: its import has started, or had before. `incomplete`: files of it are missing. `busy`: another file of its
 * name is being imported, or it has changed meanwhile. `rejected`: a person has to check it.
 */
export interface FetchedReport {
  readonly is: 'imported' | 'incomplete' | 'busy' | 'rejected';
  readonly files: readonly string[];
  /** Why it was not imported, as a sentence. Null of one that is imported or busy. */
  readonly reason: string | null;
  /** Set if the store can resolve it without changing a file, because it denies access to one. */
  readonly isDenied?: true | undefined;
}

interface Fetching {
  readonly table: Table;
  readonly bucket: Bucket;
  readonly now: () => Date;
}

/** @returns the outcome of each report with a new file. Two fetches of a report start one import. */
export async function* fetchReports(
  fetching: Fetching,
  { dspId, files, layout }: ReportFolder,
): AsyncGenerator<FetchedReport> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const read = layout === null ? null : parseLayout(layout);
  for (const report of reportsAmong([...byName.keys()])) {
    const parts = report.files.flatMap((name) => byName.get(name) ?? []);
    if (!parts.some(({ isNew }) => isNew)) continue;
    const of = { files: report.files, reason: null };
    if (report.missing.length > 0) yield { is: 'incomplete', ...of, reason: lacking(report.missing) };
    else
      yield {
        ...of,
        ...(await fetchReport(fetching, { name: nameAt(dspId, report.name), parts, layout: read })),
      };
  }
}

const MOST_NAMED = 20;
const lacking = (missing: readonly number[]): string =>
  `Files of the report are missing: ${missing.slice(0, MOST_NAMED).join(', ')}${missing.length > MOST_NAMED ? ' and others' : ''}.`;

/** Stores can give their reports the same names. */
const nameAt = (dspId: string, name: string): string => `dsp-${dspId}/${name}`;

interface Report {
  readonly name: string;
  readonly parts: readonly FolderFile[];
  readonly layout: ReportLayout | null;
}

type Outcome = Pick<FetchedReport, 'is' | 'isDenied'> & Partial<Pick<FetchedReport, 'reason'>>;

async function fetchReport(fetching: Fetching, { name, parts, layout }: Report): Promise<Outcome> {
  const content = () => joinedContent(parts.map((part) => part.content));
  try {
    const file: UsageFile = { name, layout, ...(await digestOf(content())) };
    await startFetched(fetching, file, content);
    return { is: 'imported' };
  } catch (error) {
    const isPassing = isProblem(error, 'usage_import_running') || isProblem(error, 'unknown_record');
    if (error instanceof ChangedMeanwhile || isPassing) return { is: 'busy' };
    if (isProblem(error, 'file_unreadable')) return { is: 'rejected', reason: error.message, isDenied: true };
    if (error instanceof FileRejected || error instanceof Problems)
      return { is: 'rejected', reason: error.message };
    throw error;
  }
}

/** Downloaded twice, because the object has the name of its content, and the memory of a function is small. */
async function startFetched(
  { table, bucket, now }: Fetching,
  file: UsageFile,
  content: () => AsyncGenerator<Uint8Array>,
): Promise<void> {
  if (await importOf(table, file)) return;
  const object = reportObject(file.sha256);
  if (!(await bucket.has(object)))
    await bucket.create(
      object,
      unchangedContent(content(), file.sha256, () => new ChangedMeanwhile()),
    );
  await startImport({ table, now: now(), actor: 'store-reading' }, file);
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<Pick<UsageFile, 'sha256' | 'bytes'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** The store has replaced the file between the downloads. The next reading finds the new one. */
class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}
