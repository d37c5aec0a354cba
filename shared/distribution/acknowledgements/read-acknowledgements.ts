/** Reads the folder of acknowledgements of a connected store. Its files stay as they are, and each is read once. */
import {
  readAcknowledgement,
  UnreadableAcknowledgement,
} from '../../ern/acknowledgements/read-acknowledgement.ts';
import { type Store, storeOf } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Condition } from '../../kit/table/expressions.ts';
import type { Table } from '../../kit/table/table.ts';
import { acknowledgementKey, storeFilePrefixes, unclearKey } from '../keys.ts';
import { StoreFailure } from '../stores/connected/store-failure.ts';
import type { ListedFile, StoreFiles } from '../stores/connected/store-files.ts';
import { type Applied, applyAcknowledgement } from './apply-acknowledgement.ts';

/** How many deliveries were completed, rejected, only received, are not recorded as sent yet, or are unclear. */
export type AcknowledgementCounts = Record<'files' | Applied['is'], number>;

export const noAcknowledgements = (): AcknowledgementCounts => ({
  files: 0,
  completed: 0,
  rejected: 0,
  received: 0,
  early: 0,
  unclear: 0,
});

interface ReadFolder {
  readonly api: Store['api'];
  readonly table: Table;
  readonly dspId: string;
  readonly folder: string;
  readonly now: () => Date;
  /** Called between files. @throws Overtaken */
  readonly keep: () => Promise<void>;
  readonly mostRead?: number;
}

/** Files that one reading ends with. The next one reads more. */
const MOST_READ = 2000;
const MOST_BYTES = 1_000_000;

/**
 * @param counts is added to, also if the store fails.
 * @param mostRead for tests.
 * @returns whether more can be read immediately.
 * @throws StoreFailure, Overtaken
 */
export async function readAcknowledgements(
  files: StoreFiles,
  reading: ReadFolder,
  counts: AcknowledgementCounts,
): Promise<boolean> {
  const { table, dspId, folder, keep, mostRead = MOST_READ } = reading;
  if (!(await files.stat(folder))?.isFolder) return false;
  const known = await knownFiles(table, dspId);
  let ended = 0;
  for await (const page of files.list(folder)) {
    for (const file of page.filter((each) => isNew(each, known))) {
      if (ended >= mostRead) return true;
      await keep();
      // Those that are read again the next time do not keep others from being read.
      if (await readOne(files, reading, { file, counts, before: known.get(file.name) })) ended += 1;
    }
  }
  return false;
}

const isNew = (file: ListedFile, known: ReadonlyMap<string, string>): boolean =>
  !file.isFolder &&
  file.name.toLowerCase().endsWith('.xml') &&
  file.name.length <= 255 &&
  known.get(file.name) !== versionOf(file);

interface Version {
  readonly bytes?: unknown;
  readonly changedAt?: unknown;
}

const versionOf = ({ bytes, changedAt }: Version): string => `${bytes} ${changedAt}`;

/** Used instead of the time of a file to which the store denied access. The store can grant access without changing the file. */
const DENIED = 'denied';

/** @returns the version of each file that was read, by its name. */
async function knownFiles(table: Table, dspId: string): Promise<ReadonlyMap<string, string>> {
  const { pk } = acknowledgementKey(dspId, '');
  const rows = await table.query({ partition: pk, prefix: storeFilePrefixes.acknowledgement });
  return new Map(
    rows.map((row) => [String(row.sk).slice(storeFilePrefixes.acknowledgement.length), versionOf(row)]),
  );
}

interface OneFile {
  readonly file: ListedFile;
  readonly counts: AcknowledgementCounts;
  /** Its version that was read before. */
  readonly before: string | undefined;
}

/** @returns whether it is not read again. */
async function readOne(
  files: StoreFiles,
  { api, table, dspId, folder, now }: ReadFolder,
  { file: { name, bytes, changedAt }, counts, before }: OneFile,
): Promise<boolean> {
  const text = await textOf(files, `${folder}/${name}`, bytes);
  // It was renamed or removed since it was listed. Under a new name, it is a new file.
  if (text === 'gone') return false;
  counts.files += 1;
  const store = storeOf(api, { table, now: now() });
  const applied = 'fault' in text ? [unreadable(text.fault)] : await appliedOf(store, dspId, text.text);
  for (const { is } of applied) counts[is] += 1;
  if (applied.some(({ is }) => is === 'early')) return false;
  const isDenied = 'fault' in text && text.isDenied;
  const read = { bytes, changedAt: isDenied ? DENIED : changedAt };
  if (versionOf(read) === before) return false;
  const at = now().toISOString();
  const [key, told] = [unclearKey(dspId, name), toldOf(applied)];
  await table.commit([
    { put: { ...acknowledgementKey(dspId, name), ...read, at } },
    ...(told ? [{ put: { ...key, at, ...told } }] : []),
  ]);
  // The store has replaced what was wrong.
  if (before !== undefined && !told)
    await failedConditions(table.commit([{ delete: key, condition: isOfAcknowledgement }]));
  return !isDenied;
}

/** Long enough for the statements about some releases. The file has all of them. */
const MOST_TOLD = 2000;

/** @returns what a person has to look at. */
function toldOf(applied: readonly Applied[]) {
  const sentences = [...new Set(applied.flatMap(sentencesOf))].join(' ');
  if (sentences === '') return undefined;
  const [unclear] = applied.flatMap((each) => (each.is === 'unclear' ? [each] : []));
  const about = sentences.length <= MOST_TOLD ? sentences : `${sentences.slice(0, MOST_TOLD)}\u2026`;
  return { about, delivery: unclear?.deliveryId ?? null };
}

function sentencesOf(applied: Applied): readonly string[] {
  if (applied.is === 'unclear') return [applied.about];
  return 'asks' in applied && applied.asks !== undefined ? [applied.asks] : [];
}

/** Of an acknowledgement, not of a report with the same name. */
const isOfAcknowledgement: Condition = { missing: 'of' };

const unreadable = (about: string): Applied => ({ is: 'unclear', about, deliveryId: null });

async function appliedOf(store: Store, dspId: string, text: string): Promise<readonly Applied[]> {
  try {
    const applied: Applied[] = [];
    for (const each of readAcknowledgement(text))
      applied.push(await applyAcknowledgement(store, dspId, each));
    return applied;
  } catch (error) {
    if (!(error instanceof UnreadableAcknowledgement)) throw error;
    return [unreadable(error.message)];
  }
}

type FileText =
  | { readonly text: string }
  /** @param isDenied whether the store did not let the stage read it. The next reading tries again. */
  | { readonly fault: string; readonly isDenied: boolean };

/** A file that cannot be read must not keep others from being read. @throws StoreFailure if the session has ended. */
async function textOf(files: StoreFiles, path: string, bytes: number): Promise<FileText | 'gone'> {
  if (bytes > MOST_BYTES) return { fault: `The file has more than ${MOST_BYTES} bytes.`, isDenied: false };
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of files.content(path, bytes)) pieces.push(piece);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.fault === 'missing') return 'gone';
    if (error.fault === 'permission') return { fault: error.message, isDenied: true };
    throw error;
  }
  return { text: Buffer.concat(pieces).toString('utf8') };
}
