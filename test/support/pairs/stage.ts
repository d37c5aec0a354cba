/** What the tests of pairs run on: a table, queues, a bucket, and a clock that stands still. */
import { beforeAll, vi } from 'vitest';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { service } from '../../table/conformance/service.ts';
import { useStores } from '../distribution/stores.ts';
import { allRows } from '../invariants.ts';
import { trustReceivers } from '../receivers.ts';
import { type LocalBucket, withBucket } from '../stores/local-bucket.ts';
import { withTable } from '../table.ts';
import type { Cast } from './cast.ts';
import { commandOperations } from './command-operations.ts';
import { type Performed, performAlone } from './explore.ts';
import type { Prepared } from './interleavings.ts';
import type { Operation } from './operation.ts';
import { PreparedTable } from './prepared-table.ts';
import { requestVariants } from './request-variants.ts';
import { routeOperations } from './route-operations.ts';
import { type SceneName, scenes } from './scenes/scenes.ts';
import { knownIds } from './state-after.ts';
import { stepCalls } from './stepped-run.ts';
import { workOperations } from './work-operations.ts';

export interface PreparedScene {
  readonly prepared: Prepared;
  readonly all: readonly Performed[];
}

/** After the preparation, so that its work is due. */
const LATER_MS = 300_000;

interface Pairs {
  /** Prepares a catalogue, in place of the one before. @returns what can be done in it. */
  readonly operationsIn: (name: SceneName) => Promise<Operation[]>;
  /** Remembers the table as it is, so that runs begin with it. */
  readonly prepare: () => Promise<Prepared>;
  /** The same operations, with what each does alone. */
  readonly prepareScene: (
    name: SceneName,
    isWanted?: (operation: Operation) => boolean,
  ) => Promise<PreparedScene>;
}

/** For the tests of one file. */
export function withPairs(): Pairs {
  withTable({ codes: { isrc: 'QZTST', gs1: '0850002' }, qaMode: 'auto' });
  useStores();
  const bucket = withBucket();
  beforeAll(() => {
    process.env['SLOTS_PER_OWNER'] = '100';
    trustReceivers();
    stepCalls();
    // Pauses between attempts take no time.
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  const operationsIn = async (name: SceneName) => {
    await clear();
    vi.useRealTimers();
    const cast = await scenes[name]();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LATER_MS });
    await openWindow(cast);
    return operationsOf(cast);
  };
  return {
    operationsIn,
    prepare: () => prepare(bucket),
    async prepareScene(name, isWanted = () => true) {
      const operations = (await operationsIn(name)).filter(isWanted);
      const prepared = await prepare(bucket);
      return { prepared, all: await performAlone(prepared, operations) };
    },
  };
}

const operationsOf = async (cast: Cast): Promise<Operation[]> =>
  named([
    ...(await routeOperations(cast)),
    ...requestVariants(cast),
    ...(cast.more?.(cast) ?? []),
    ...(await commandOperations(cast)),
    ...(await workOperations(cast)),
  ]);

async function clear(): Promise<void> {
  const keys = (await allRows()).map(({ pk, sk }): Key => ({ pk: String(pk), sk: String(sk) }));
  await new Table().deleteMany(keys);
}

/** The first request of a minute also opens the window of its rate limit. */
async function openWindow({ ada: { token } }: Cast): Promise<void> {
  await service.ask(service.routeFor('GET', '/labels'), 200, { path: '/labels', token });
}

async function prepare(bucket: LocalBucket): Promise<Prepared> {
  let held = await bucket.files('');
  bucket.writes = 0;
  const keep = async () => {
    if (bucket.writes > 0) held = await bucket.files('');
    bucket.writes = 0;
    const kept = held;
    return async () => {
      if (bucket.writes > 0 || held !== kept) await bucket.putBack(kept);
      bucket.writes = 0;
      held = kept;
    };
  };
  const table = await PreparedTable.read();
  return { table, known: knownIds(table.rows), putBack: await keep(), keep };
}

/** Requests that are made twice have one name. */
const named = (operations: readonly Operation[]): Operation[] => [
  ...new Map(operations.map((each) => [each.name, each])).values(),
];
