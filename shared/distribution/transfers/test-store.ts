/** Tests the connection of a store: signs in, lists folders, writes a file and removes it. */
import { failedConditions } from '../../kit/table/commit.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { connectionOf, type StoreConnection } from '../stores/connected/connection.ts';
import { StoreFailure } from '../stores/connected/store-failure.ts';
import { openSession } from '../stores/sftp/open-session.ts';
import type { SftpSession } from '../stores/sftp/sftp-session.ts';
import { type StoreTest, storeTestWork } from '../work/store-test-work.ts';
import { recordContact } from './contact.ts';
import { inFolder } from './store-names.ts';
import { type Finding, testedRow } from './tested-store.ts';

/** Shorter than the command waits. */
const TEST_MS = 60_000;
const IDLE_MS = 15_000;

export interface TestLine {
  readonly message: 'store.tested';
  readonly dsp: string;
  readonly outcome: 'good' | 'bad';
}

export async function testStore({
  table,
  claimed,
  lease,
  now,
}: Attempt<StoreTest>): Promise<Outcome<StoreTest, TestLine>> {
  const { dspId, asked } = claimed;
  const connection = await connectionOf(table, dspId);
  if (!connection) return 'gone';
  const until = AbortSignal.any([lease.lost, AbortSignal.timeout(TEST_MS)]);
  const findings = await findingsOf(connection, () =>
    openSession({ dspId, connection, now: now(), until, idleTimeoutMs: IDLE_MS }),
  );
  const bad = findings.find(({ isGood }) => !isGood);
  await lease.keep();
  await recordContact(table, dspId, { problem: bad?.says ?? null, now: now() });
  const end = { ...storeTestWork.end(dspId), condition: isHeld(claimed) };
  const tested = { put: testedRow(dspId, { asked, findings }) };
  if (await failedConditions(table.commit([end, tested]))) throw new Overtaken();
  return {
    is: 'recorded',
    line: { message: 'store.tested', dsp: dspId, outcome: bad ? 'bad' : 'good' },
  };
}

type Step = (session: SftpSession) => Promise<string>;

/** Stops at the first step that fails. */
async function findingsOf(
  connection: StoreConnection,
  open: () => Promise<SftpSession>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let session: SftpSession | undefined;
  try {
    for (const [step, make] of Object.entries(stepsOf(connection))) {
      try {
        session ??= await open();
        findings.push({ step, isGood: true, says: await make(session) });
      } catch (error) {
        if (!(error instanceof StoreFailure)) throw error;
        findings.push({ step, isGood: false, says: error.message });
        break;
      }
    }
  } finally {
    session?.close();
  }
  return findings;
}

const stepsOf = (connection: StoreConnection): Readonly<Record<string, Step>> => ({
  'sign-in': async () => `Signed in as ${connection.user}, with a pinned host key.`,
  list: async (session) => {
    const count = await countIn(session, connection.folder || '.');
    return `Listed ${count} in ${shownFolder(connection.folder)}.`;
  },
  write: async (session) => {
    const path = inFolder(connection, TEST_FILE);
    const handle = await session.open(path, 'w');
    await session.write(path, handle, { bytes: Buffer.from('test\n'), at: 0 });
    await session.closeFile(path, handle);
    return `Wrote ${path}.`;
  },
  remove: async (session) => {
    await session.remove(inFolder(connection, TEST_FILE));
    return 'Removed it.';
  },
  acknowledgements: async (session) => {
    const path = inFolder(connection, connection.acknowledgements);
    if (!(await session.stat(path))?.isFolder) return `There is no folder ${path} yet.`;
    return `Listed ${await countIn(session, path)} in ${path}.`;
  },
});

const TEST_FILE = '.connection-test';

const shownFolder = (folder: string): string => (folder === '' ? 'the folder of the sign-in' : folder);

/** More are not counted. */
const MOST_COUNTED = 10_000;

async function countIn(session: SftpSession, path: string): Promise<string> {
  let count = 0;
  for await (const page of session.list(path)) {
    count += page.length;
    if (count > MOST_COUNTED) return `more than ${MOST_COUNTED} files and folders`;
  }
  return count === 1 ? '1 file or folder' : `${count} files and folders`;
}
