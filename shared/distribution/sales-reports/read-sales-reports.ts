/** Reads the folder of sales reports of a connected store. Its files stay as they are, and each is taken once. */
import { createHash } from 'node:crypto';
import { failedConditions } from '../../kit/table/commit.ts';
import { equal, rowMissing } from '../../kit/table/expressions.ts';
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import type { FetchedReport, ReportFolder } from '../../usage/import/fetch-reports.ts';
import { isPart } from '../../usage/import/report-files.ts';
import { salesReportKey, storeFilePrefixes, unclearKey } from '../keys.ts';
import { StoreFailure } from '../stores/connected/store-failure.ts';
import type { ListedFile, StoreFiles } from '../stores/connected/store-files.ts';
import { acknowledgeReport, isAcknowledgement, isSemaphore } from './acknowledge-report.ts';

/** Starts the imports of those that are new, one after another. Idempotent. */
export type TakeReports = (placed: ReportFolder) => AsyncIterable<FetchedReport>;

/** How many reports were taken, by their outcome. */
export type ReportCounts = Record<FetchedReport['is'], number>;

export const noReports = (): ReportCounts => ({ imported: 0, incomplete: 0, busy: 0, rejected: 0 });

interface ReadFolder {
  readonly table: Table;
  readonly dspId: string;
  readonly folder: string;
  readonly layout: string | null;
  /** Whether the store gets acknowledgements of imported reports. */
  readonly acknowledges: boolean;
  readonly now: () => Date;
  /** Called between files. @throws Overtaken */
  readonly keep: () => Promise<void>;
  readonly take: TakeReports;
  readonly mostNew?: number;
}

/** New files that one reading takes. The next one takes more. */
const MOST_NEW = 10_000;

/**
 * @param counts is added to, also if the store fails.
 * @param mostNew for tests.
 * @returns whether more can be read immediately.
 * @throws StoreFailure, Overtaken
 */
export async function readSalesReports(
  store: StoreFiles,
  { table, dspId, folder, layout, acknowledges, now, keep, take, mostNew = MOST_NEW }: ReadFolder,
  counts: ReportCounts,
): Promise<boolean> {
  if (!(await store.stat(folder))?.isFolder) return false;
  const known = await takenFiles(table, dspId);
  const isNew = (file: ListedFile) => known.get(file.name) !== versionOf(file, layout);
  const { listed, semaphores, isWhole } = await filesIn(store, { folder, isNew, mostNew });
  const at = now().toISOString();
  await tellOfMore(table, { dspId, folder, at, mostNew }, isWhole);
  if (!listed.some(isNew)) return false;
  const files = listed.map((file) => ({
    name: file.name,
    isNew: isNew(file),
    content: () => reportContent(store, `${folder}/${file.name}`, file.bytes),
  }));
  const versions = new Map(listed.map((file) => [file.name, versionOf(file, layout)]));
  const changedAt = new Map(listed.map((file) => [file.name, file.changedAt]));
  let recorded = 0;
  for await (const taken of take({ dspId, files, layout })) {
    await keep();
    counts[taken.is] += 1;
    const of = { dspId, at: now().toISOString() };
    if (taken.is === 'busy') continue;
    if (taken.is === 'incomplete') {
      if (isLate(taken, changedAt, now())) await tellOf(table, of, taken);
      continue;
    }
    if (taken.isDenied) {
      await tellOf(table, of, taken);
      continue;
    }
    recorded += 1;
    const told = { folder, files: taken.files, reason: taken.reason, at: of.at, semaphores };
    const fault = acknowledges ? await acknowledgeReport(store, told) : undefined;
    await record(table, of, { ...taken, reason: taken.reason ?? fault ?? null }, versions);
  }
  // What is incomplete or busy would be the same again.
  return !isWhole && recorded > 0;
}

/** After this many seconds, a report with missing files is shown to operators. */
const LATE_SECONDS = 24 * 3600;

/** By the clock of the store, which can be wrong by some minutes. */
const isLate = ({ files }: FetchedReport, changedAt: ReadonlyMap<string, number>, now: Date): boolean =>
  files.every((name) => (changedAt.get(name) ?? 0) < now.getTime() / 1000 - LATE_SECONDS);

interface Told {
  readonly dspId: string;
  readonly folder: string;
  readonly at: string;
  readonly mostNew: number;
}

/** A slash cannot be in the name of a file. */
async function tellOfMore(
  table: Table,
  { dspId, folder, at, mostNew }: Told,
  isWhole: boolean,
): Promise<void> {
  const key = unclearKey(dspId, `${folder}/`);
  if (isWhole) {
    await failedConditions(table.commit([{ delete: key, condition: isWaiting }]));
    return;
  }
  const about = `The folder has more than ${mostNew} new or incomplete reports. They are read in parts of ${mostNew}.`;
  await table.commit([{ put: { ...key, at, of: 'report', about, delivery: null } }]);
}

/** A file that cannot be read must not keep others from being read. */
async function* reportContent(store: StoreFiles, path: string, bytes: number): AsyncGenerator<Uint8Array> {
  try {
    yield* store.content(path, bytes);
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

interface Listing {
  readonly folder: string;
  readonly isNew: (file: ListedFile) => boolean;
  readonly mostNew: number;
}

/** @returns new files, and known ones that can be parts of the same report as a new one. */
async function filesIn(store: StoreFiles, { folder, isNew, mostNew }: Listing) {
  const listed: ListedFile[] = [];
  const semaphores = new Set<string>();
  let left = mostNew;
  for await (const page of store.list(folder)) {
    for (const { name } of page) if (isSemaphore(name) && semaphores.size < MOST_NEW) semaphores.add(name);
    for (const file of page.filter(isReport)) {
      const isTaken = !isNew(file);
      if (isTaken && !isPart(file.name)) continue;
      if (!isTaken && left === 0) return { listed, semaphores, isWhole: false };
      if (!isTaken) left -= 1;
      listed.push(file);
    }
  }
  return { listed, semaphores, isWhole: true };
}

/** Names that begin with a dot, or end so, are of files that are not complete yet. */
const isReport = ({ name, isFolder, bytes }: ListedFile): boolean =>
  !isFolder &&
  bytes > 0 &&
  name.length <= 200 &&
  !isSemaphore(name) &&
  !isAcknowledgement(name) &&
  !/^\.|\.(?:part|tmp|filepart)$/i.test(name);

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

interface Recorded {
  readonly dspId: string;
  readonly at: string;
}

/** A person has to check it, until the store has replaced or completed it. */
async function tellOf(
  table: Table,
  { dspId, at }: Recorded,
  { files, reason }: FetchedReport,
): Promise<void> {
  const key = unclearKey(dspId, files[0] ?? '');
  const waiting = { put: { ...key, at, of: 'report', about: reason, delivery: null }, condition: rowMissing };
  await failedConditions(table.commit([waiting]));
}

/** A file that is recorded twice is imported once, because an import knows its content. */
async function record(
  table: Table,
  { dspId, at }: Recorded,
  { files, reason }: FetchedReport,
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
