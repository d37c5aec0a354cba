/** One reading of the acknowledgements of a connected store. Its files stay as they are. */

import {
  readAcknowledgement,
  UnreadableAcknowledgement,
} from '../../ern/acknowledgements/read-acknowledgement.ts';
import { type Store, storeOf } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { acknowledgementKey, acknowledgementPrefixes, lastReadKey, unclearKey } from '../keys.ts';
import { connectionOf, type StoreConnection } from '../stores/connected/connection.ts';
import { StoreFailure } from '../stores/connected/store-failure.ts';
import { openSession } from '../stores/sftp/open-session.ts';
import type { ListedFile, SftpSession } from '../stores/sftp/sftp-session.ts';
import { wholeFile } from '../stores/sftp/whole-file.ts';
import { recordContact } from '../transfers/contact.ts';
import { inFolder } from '../transfers/store-names.ts';
import { type StoreReading, storeReadingWork } from '../work/reading-work.ts';
import { type Applied, applyAcknowledgement } from './apply-acknowledgement.ts';

interface StoreAttempt extends Attempt<StoreReading> {
  readonly api: Store['api'];
}

export interface ReadingLine {
  readonly message: 'store.read';
  readonly dsp: string;
  readonly outcome: 'read' | 'failed';
  readonly counts: Counts;
  readonly reason?: string;
}

/** How many deliveries were completed, rejected, only received, are not recorded as sent yet, or are unclear. */
type Counts = Record<'files' | Applied['is'], number>;

/** Shorter than the function's timeout. */
const READING_MS = 600_000;
/** More are read the next time. */
const MOST_FILES = 2000;
const MOST_BYTES = 1_000_000;

export async function readStore(reading: StoreAttempt): Promise<Outcome<StoreReading, ReadingLine>> {
  const { table, claimed, lease, now } = reading;
  const { dspId, asked } = claimed;
  const connection = await connectionOf(table, dspId);
  if (!connection) return 'gone';
  await lease.takeSlot();
  const counts: Counts = { files: 0, completed: 0, rejected: 0, received: 0, early: 0, unclear: 0 };
  const problem = await readAll(reading, connection, counts);
  await lease.keep();
  await recordContact(table, dspId, { problem, now: now() });
  const [seconds = 0] = readRetryGaps(storeReadingWork);
  const next = storeReadingWork.next(claimed, new Date(now().getTime() + seconds * 1000), { asked: null });
  const read = { put: { ...lastReadKey(dspId), at: now().toISOString(), asked, problem, counts } };
  const row = { put: storeReadingWork.item(next), condition: isHeld(claimed) };
  if (await failedConditions(table.commit([row, read]))) throw new Overtaken();
  const line = { message: 'store.read', dsp: dspId, counts } as const;
  return {
    is: 'recorded',
    next,
    line: problem === null ? { ...line, outcome: 'read' } : { ...line, outcome: 'failed', reason: problem },
  };
}

/** @returns what was wrong with the store, or null. What was read before that is recorded. */
async function readAll(
  reading: StoreAttempt,
  connection: StoreConnection,
  counts: Counts,
): Promise<string | null> {
  const { table, claimed, lease, now } = reading;
  const { dspId } = claimed;
  const until = AbortSignal.any([lease.lost, AbortSignal.timeout(READING_MS)]);
  let session: SftpSession | undefined;
  try {
    session = await openSession({ dspId, connection, now: now(), until });
    const folder = inFolder(connection, connection.acknowledgements);
    if (!(await session.stat(folder))?.isFolder) return null;
    const known = await knownFiles(table, dspId);
    for await (const page of session.list(folder)) {
      for (const file of page.filter((each) => isNew(each, known))) {
        if (counts.files >= MOST_FILES) return null;
        await lease.keep();
        counts.files += 1;
        await readOne(reading, { session, folder, file }, counts);
      }
    }
    return null;
  } catch (error) {
    if (error instanceof StoreFailure) return error.message;
    throw error;
  } finally {
    session?.close();
  }
}

const isNew = ({ name, bytes, isFolder, changedAt }: ListedFile, known: ReadonlySet<string>): boolean =>
  !isFolder &&
  name.toLowerCase().endsWith('.xml') &&
  name.length <= 255 &&
  !known.has(`${name} ${bytes} ${changedAt}`);

async function knownFiles(table: Table, dspId: string): Promise<ReadonlySet<string>> {
  const { pk } = acknowledgementKey(dspId, '');
  const rows = await table.query({ partition: pk, prefix: acknowledgementPrefixes.read });
  return new Set(
    rows.map(
      ({ sk, bytes, changedAt }) =>
        `${String(sk).slice(acknowledgementPrefixes.read.length)} ${bytes} ${changedAt}`,
    ),
  );
}

interface ReadFile {
  readonly session: SftpSession;
  readonly folder: string;
  readonly file: ListedFile;
}

async function readOne(
  { api, table, claimed: { dspId }, now }: StoreAttempt,
  { session, folder, file: { name, bytes, changedAt } }: ReadFile,
  counts: Counts,
): Promise<void> {
  const store = storeOf(api, { table, now: now() });
  const applied = await appliedOf(store, dspId, () => textOf(session, `${folder}/${name}`, bytes));
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

async function textOf(session: SftpSession, path: string, bytes: number): Promise<string> {
  if (bytes > MOST_BYTES) throw new UnreadableAcknowledgement(`The file has more than ${MOST_BYTES} bytes.`);
  return (await wholeFile(session, path, bytes)).toString('utf8');
}
