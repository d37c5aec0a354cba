/** Reads the folder of acknowledgements of a connected store. Its files stay as they are, and each is read once. */
import {
  readAcknowledgement,
  UnreadableAcknowledgement,
} from '../../ern/acknowledgements/read-acknowledgement.ts';
import { type Store, storeOf } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { acknowledgementKey, storeFilePrefixes, unclearKey } from '../keys.ts';
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
}

/** More are read the next time. */
const MOST_FILES = 2000;
const MOST_BYTES = 1_000_000;

/** @param counts is added to, also if the store fails. @throws StoreFailure, Overtaken */
export async function readAcknowledgements(
  files: StoreFiles,
  reading: ReadFolder,
  counts: AcknowledgementCounts,
): Promise<void> {
  const { table, dspId, folder, keep } = reading;
  if (!(await files.stat(folder))?.isFolder) return;
  const known = await knownFiles(table, dspId);
  for await (const page of files.list(folder)) {
    for (const file of page.filter((each) => isNew(each, known))) {
      if (counts.files >= MOST_FILES) return;
      await keep();
      counts.files += 1;
      await readOne(files, reading, { file, counts });
    }
  }
}

const isNew = ({ name, bytes, isFolder, changedAt }: ListedFile, known: ReadonlySet<string>): boolean =>
  !isFolder &&
  name.toLowerCase().endsWith('.xml') &&
  name.length <= 255 &&
  !known.has(`${name} ${bytes} ${changedAt}`);

async function knownFiles(table: Table, dspId: string): Promise<ReadonlySet<string>> {
  const { pk } = acknowledgementKey(dspId, '');
  const rows = await table.query({ partition: pk, prefix: storeFilePrefixes.acknowledgement });
  return new Set(
    rows.map(
      ({ sk, bytes, changedAt }) =>
        `${String(sk).slice(storeFilePrefixes.acknowledgement.length)} ${bytes} ${changedAt}`,
    ),
  );
}

async function readOne(
  files: StoreFiles,
  { api, table, dspId, folder, now }: ReadFolder,
  { file, counts }: { readonly file: ListedFile; readonly counts: AcknowledgementCounts },
): Promise<void> {
  const { name, bytes, changedAt } = file;
  const store = storeOf(api, { table, now: now() });
  const applied = await appliedOf(store, dspId, () => textOf(files, `${folder}/${name}`, bytes));
  for (const { is } of applied) counts[is] += 1;
  if (applied.some(({ is }) => is === 'early')) return;
  const unclear = applied.flatMap((each) => (each.is === 'unclear' ? [each] : []));
  const about = unclear
    .map((each) => each.about)
    .join(' ')
    .slice(0, 2000);
  const at = now().toISOString();
  await table.commit([
    { put: { ...acknowledgementKey(dspId, name), bytes, changedAt, at } },
    ...(unclear.length > 0
      ? [{ put: { ...unclearKey(dspId, name), at, about, delivery: unclear[0]?.deliveryId ?? null } }]
      : []),
  ]);
}

async function appliedOf(
  store: Store,
  dspId: string,
  read: () => Promise<string>,
): Promise<readonly Applied[]> {
  try {
    const applied: Applied[] = [];
    for (const each of readAcknowledgement(await read()))
      applied.push(await applyAcknowledgement(store, dspId, each));
    return applied;
  } catch (error) {
    if (!(error instanceof UnreadableAcknowledgement)) throw error;
    return [{ is: 'unclear', about: error.message, deliveryId: null }];
  }
}

async function textOf(files: StoreFiles, path: string, bytes: number): Promise<string> {
  if (bytes > MOST_BYTES) throw new UnreadableAcknowledgement(`The file has more than ${MOST_BYTES} bytes.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of files.content(path, bytes)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
