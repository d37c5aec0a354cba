/** Starts the import of a file in the bucket, unless the same file was already imported. */
import { retried } from '../../kit/records/decided.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { type Condition, equal, rowMissing } from '../../kit/table/expressions.ts';
import { newId } from '../../kit/table/ids.ts';
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import type { StartOf } from '../../kit/work/define-work.ts';
import { usageImportKey } from '../keys.ts';
import type { ReportLayout } from '../layouts/report-layout.ts';
import { knownSentence, otherHolder } from './contents.ts';
import { listingWrites } from './listed-imports.ts';
import { importIdOf, type UsageImport, usageWork } from './usage-import.ts';

export interface UsageFile {
  /** Identifies the import. Another file with the same name replaces its lines. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** For a file without our own columns. */
  readonly layout?: ReportLayout | null;
}

/** Bytes of the file per part. Only one part is in memory at a time. */
const PARTITION_BYTES = 2_000_000;
const MAX_PARTITIONS = 512;

const partitionsFor = (bytes: number): number =>
  Math.min(MAX_PARTITIONS, Math.max(1, Math.ceil(bytes / PARTITION_BYTES)));

export async function findImport(table: Table, name: string): Promise<UsageImport | undefined> {
  const row = await table.get(usageImportKey(importIdOf(name)));
  return row && usageWork.read(row);
}

/**
 * @returns the running or completed import of this file; undefined if there is none.
 * @throws usage_file_known for content of another import; usage_import_running during an import of this name.
 */
export const importOf = async (table: Table, file: UsageFile): Promise<UsageImport | undefined> =>
  (await importsOf(table, file)).same;

/** @returns the running or completed import of the file, and the latest import of its name. */
async function importsOf(
  table: Table,
  file: UsageFile,
): Promise<{ [K in 'same' | 'before']: UsageImport | undefined }> {
  // The attempt that reads the file decides. This only says so before the file is uploaded.
  const other = await otherHolder(table, importIdOf(file.name), [file.sha256]);
  if (other !== undefined) throw problem('usage_file_known', knownSentence(other));
  const before = await findImport(table, file.name);
  const isSame = before !== undefined && isReadAs(before, file);
  if (before?.state === 'running' && !isSame) throw importRunning(file.name);
  return { same: isSame && before.state !== 'refused' ? before : undefined, before };
}

/** Whether the import is of the same file, read by the same layout. */
const isReadAs = (before: UsageImport, { sha256, layout = null }: UsageFile): boolean =>
  before.sha256 === sha256 && before.layout === storedLayout(layout);

const storedLayout = (layout: ReportLayout | null): string | null => layout && JSON.stringify(layout);

const importRunning = (name: string) =>
  problem('usage_import_running', `Another file is being imported as ${name}. Try again when it is done.`);

interface Starting {
  readonly table: Table;
  readonly now: Date;
  /** Who starts it. */
  readonly actor: string;
}

/**
 * The file must be in the bucket.
 * @param partitions number of parts, for tests.
 * @throws the errors of importOf.
 */
export const startImport = (
  starting: Starting,
  file: UsageFile,
  partitions = partitionsFor(file.bytes),
): Promise<UsageImport> => retried(() => startOnce(starting, file, partitions));

async function startOnce(
  { table, now, actor }: Starting,
  file: UsageFile,
  partitions: number,
): Promise<UsageImport | 'again'> {
  // From one read: an import that starts in between must not be replaced.
  const { same, before } = await importsOf(table, file);
  if (same) return same;
  const started = usageWork.first(newImport(file, { before, now, actor, partitions }), now);
  const condition: Condition = before
    ? { all: [equal('run', before.run), equal('state', before.state)] }
    : rowMissing;
  const read = usageWork.read(started);
  const writes = [{ put: started, condition }, ...listingWrites(read, before)];
  // Another start of the name was first, perhaps of the same file.
  return (await failedConditions(table.commit(writes))) ? 'again' : read;
}

/** Earlier versions did not count them. */
const earlierContents = ({ importedAt, loaded }: UsageImport): number =>
  importedAt === null && loaded.length === 0 ? 0 : 1;

function newImport(
  { name, sha256, bytes, layout = null }: UsageFile,
  {
    before,
    now,
    actor,
    partitions,
  }: Omit<Starting, 'table'> & { readonly before: UsageImport | undefined; readonly partitions: number },
): StartOf<typeof usageWork> {
  return {
    importId: importIdOf(name),
    name,
    state: 'running',
    reason: null,
    rejectedAs: null,
    startedAt: now.toISOString(),
    finishedAt: null,
    importedAt: before?.importedAt ?? null,
    by: actor,
    contents: before ? (before.contents ?? earlierContents(before)) : 0,
    bytes,
    run: newId(now),
    sha256,
    layout: storedLayout(layout),
    partitions,
    written: 0,
    cleaned: 0,
    counts: null,
    formerCounts: before?.counts ?? null,
    isRematch: false,
    loaded: before?.loaded ?? [],
    linesDigest: null,
    ignored: [],
    revenue: {},
    skippedRevenue: {},
    overlap: null,
    lost: null,
  };
}
