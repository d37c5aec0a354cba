/** Reads the folder of sales reports of a connected store. Its files stay as they are, and each is taken once. */
import { createHash } from 'node:crypto';
import { failedConditions } from '../../kit/table/commit.ts';
import { equal } from '../../kit/table/expressions.ts';
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import { salesReportKey, storeFilePrefixes, unclearKey } from '../keys.ts';
import { StoreFailure } from '../stores/connected/store-failure.ts';
import { fileContent } from '../stores/sftp/file-content.ts';
import type { ListedFile, SftpSession } from '../stores/sftp/sftp-session.ts';
import type { TakenReport, TakeReports } from './placed-report.ts';

/** How many reports were taken, by their outcome. */
export type ReportCounts = Record<TakenReport['is'], number>;

export const noReports = (): ReportCounts => ({ imported: 0, incomplete: 0, busy: 0, rejected: 0 });

interface ReadFolder {
  readonly table: Table;
  readonly dspId: string;
  readonly folder: string;
  readonly layout: string | null;
  readonly now: () => Date;
  /** Called between files. @throws Overtaken */
  readonly keep: () => Promise<void>;
  readonly take: TakeReports;
}

/** Folders of more are not read to their end. */
const MOST_FILES = 10_000;

/** @param counts is added to, also if the store fails. @throws StoreFailure, Overtaken */
export async function readSalesReports(
  session: SftpSession,
  { table, dspId, folder, layout, now, keep, take }: ReadFolder,
  counts: ReportCounts,
): Promise<void> {
  if (!(await session.stat(folder))?.isFolder) return;
  const listed = await filesIn(session, folder);
  const known = await takenFiles(table, dspId);
  const isNew = (file: ListedFile) => known.get(file.name) !== versionOf(file, layout);
  if (!listed.some(isNew)) return;
  const files = listed.map((file) => ({
    name: file.name,
    isNew: isNew(file),
    content: () => reportContent(session, `${folder}/${file.name}`, file.bytes),
  }));
  const versions = new Map(listed.map((file) => [file.name, versionOf(file, layout)]));
  for await (const taken of take({ dspId, files, layout })) {
    await keep();
    counts[taken.is] += 1;
    if (taken.is === 'imported' || taken.is === 'rejected')
      await record(table, { dspId, at: now().toISOString() }, taken, versions);
  }
}

/** A file that cannot be read must not keep others from being read. */
async function* reportContent(session: SftpSession, path: string, bytes: number): AsyncGenerator<Uint8Array> {
  try {
    yield* fileContent(session, path, bytes);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.fault === 'missing') throw problem('unknown_record', error.message);
    if (error.fault === 'permission') throw problem('file_unreadable', error.message);
    throw error;
  }
}

/** A file that is read by another layout is read again. */
function versionOf({ bytes, changedAt }: ListedFile, layout: string | null): string {
  const digest = createHash('sha256').update(String(layout)).digest('base64url').slice(0, 16);
  return `${bytes} ${changedAt} ${digest}`;
}

async function filesIn(session: SftpSession, folder: string): Promise<readonly ListedFile[]> {
  const files: ListedFile[] = [];
  for await (const page of session.list(folder)) {
    files.push(...page.filter(isReport));
    if (files.length >= MOST_FILES) break;
  }
  return files.slice(0, MOST_FILES);
}

/** Names that begin with a dot, or end so, are of files that are not complete yet. */
const isReport = ({ name, isFolder, bytes }: ListedFile): boolean =>
  !isFolder && bytes > 0 && name.length <= 200 && !/^\.|\.(?:part|tmp|filepart)$/i.test(name);

/** @returns the version of each file that was taken, by its name. */
async function takenFiles(table: Table, dspId: string): Promise<ReadonlyMap<string, string>> {
  const { pk } = salesReportKey(dspId, '');
  const rows = await table.query({ partition: pk, prefix: storeFilePrefixes.report });
  return new Map(
    rows.map(({ sk, version }) => [String(sk).slice(storeFilePrefixes.report.length), String(version)]),
  );
}

/** Of a report, not of an acknowledgement with the same name. */
const isWaiting = equal('of', 'report');

/** A file that is recorded twice is imported once, because an import knows its content. */
async function record(
  table: Table,
  { dspId, at }: { readonly dspId: string; readonly at: string },
  { files, reason }: TakenReport,
  versions: ReadonlyMap<string, string>,
): Promise<void> {
  const [first = ''] = files;
  const waiting = { ...unclearKey(dspId, first), at, of: 'report', about: reason, delivery: null };
  // What was wrong with a file no longer waits once the store has replaced it.
  if (reason === null)
    await failedConditions(table.commit([{ delete: unclearKey(dspId, first), condition: isWaiting }]));
  else await table.commit([{ put: waiting }]);
  for (const name of files) {
    const version = required(versions.get(name), 'The files of a report are among those listed.');
    await table.commit([{ put: { ...salesReportKey(dspId, name), version, at } }]);
  }
}
