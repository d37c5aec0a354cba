/** Tests the connection of a store: signs in, lists folders, writes a file and removes it. */
import { failedConditions } from '../../kit/table/commit.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { connectionOf, type StoreConnection } from '../stores/connected/connection.ts';
import { StoreFailure } from '../stores/connected/store-failure.ts';
import type { StoreFiles } from '../stores/connected/store-files.ts';
import { openStore } from '../stores/open-store.ts';
import { type StoreTest, storeTestWork } from '../work/store-test-work.ts';
import { recordContact } from './contact.ts';
import { inFolder } from './store-names.ts';
import { type Finding, testedRow } from './tested-store.ts';
import { textFile } from './text-file.ts';

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
  const findings = await findingsOf({ connection, asked }, () =>
    openStore({ dspId, connection, now: now(), until, idleTimeoutMs: IDLE_MS }),
  );
  const bad = findings.find(({ isGood }) => !isGood);
  await lease.keep();
  const problem = bad?.says ?? null;
  const writing = bad?.step === 'acknowledgements' ? null : problem;
  await recordContact(table, dspId, { problem, writing, now: now() });
  const end = { ...storeTestWork.end(dspId), condition: isHeld(claimed) };
  const tested = { put: testedRow(dspId, { asked, findings }) };
  if (await failedConditions(table.commit([end, tested]))) throw new Overtaken();
  return {
    is: 'recorded',
    line: { message: 'store.tested', dsp: dspId, outcome: bad ? 'bad' : 'good' },
  };
}

type Step = (store: StoreFiles) => Promise<string>;

/** Stops at the first step that fails. */
async function findingsOf(tested: Tested, open: () => Promise<StoreFiles>): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let store: StoreFiles | undefined;
  try {
    for (const [step, make] of Object.entries(stepsOf(tested))) {
      try {
        store ??= await open();
        findings.push({ step, isGood: true, says: await make(store) });
      } catch (error) {
        if (!(error instanceof StoreFailure)) throw error;
        findings.push({ step, isGood: false, says: error.message });
        break;
      }
    }
  } finally {
    store?.close();
  }
  return findings;
}

interface Tested {
  readonly connection: StoreConnection;
  /** When, so that no two tests write the same file. */
  readonly asked: string;
}

const stepsOf = ({ connection, asked }: Tested): Readonly<Record<string, Step>> => ({
  'sign-in': async (store) => store.signedIn,
  list: async (store) => {
    await store.requireFolder(connection.folder);
    const count = await countIn(store, connection.folder);
    return `Listed ${count} in ${shownFolder(connection)}.`;
  },
  write: async (store) => {
    const file = textFile(inFolder(connection, TEST_FILE), `test ${asked}\n`);
    await store.put(file);
    return `Wrote ${file.path}.`;
  },
  remove: async (store) => {
    await store.remove(inFolder(connection, TEST_FILE));
    return 'Removed it.';
  },
  acknowledgements: async (store) => {
    const path = inFolder(connection, connection.acknowledgements);
    if (!(await store.stat(path))?.isFolder) return `There is no folder ${path} yet.`;
    return `Listed ${await countIn(store, path)} in ${path}.`;
  },
});

const TEST_FILE = '.connection-test';

function shownFolder({ folder, protocol }: StoreConnection): string {
  if (folder !== '') return folder;
  return protocol === 's3' ? 'the bucket' : 'the folder of the sign-in';
}

/** More are not counted. */
const MOST_COUNTED = 10_000;

async function countIn(store: StoreFiles, path: string): Promise<string> {
  let count = 0;
  for await (const page of store.list(path)) {
    count += page.length;
    if (count > MOST_COUNTED) return `more than ${MOST_COUNTED} files and folders`;
  }
  return count === 1 ? '1 file or folder' : `${count} files and folders`;
}
