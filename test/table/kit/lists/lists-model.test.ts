/** Compares lists read from snapshots with the records, after random changes, folds, crashes and interruptions. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { users } from '../../../../shared/accounts/api/users.ts';
import { labels } from '../../../../shared/catalogue/api/labels.ts';
import { deliveries } from '../../../../shared/distribution/api/deliveries.ts';
import { distributionRequests } from '../../../../shared/distribution/api/distribution-requests.ts';
import { keyRowOf } from '../../../../shared/kit/declare/api.ts';
import type { Entry, StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import { comparator } from '../../../../shared/kit/lists/compare.ts';
import {
  forget,
  inOrder,
  type KnownList,
  keep,
  knownList,
} from '../../../../shared/kit/lists/list-memory.ts';
import { readList } from '../../../../shared/kit/lists/read-list.ts';
import { deciding } from '../../../../shared/kit/records/deciding.ts';
import { layoutOf } from '../../../../shared/kit/records/layout.ts';
import { slimOf } from '../../../../shared/kit/records/rows.ts';
import { changed, findRecord, newRecord, save, storeOf } from '../../../../shared/kit/records/store.ts';
import { dynamo } from '../../../../shared/kit/table/client.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { required } from '../../../../shared/kit/values/required.ts';
import { api } from '../../../../shared/service/api.ts';
import { analyticsReports } from '../../../../shared/usage/api/analytics-reports.ts';
import { checkProperty, timeoutFor } from '../../../support/check-property.ts';
import { withFaultyTable } from '../../../support/faulty-way.ts';
import { foldList, pass } from '../../../support/fold-list.ts';
import { allRows, recordsAmong } from '../../../support/invariants.ts';
import { listen } from '../../../support/log.ts';
import { neededFields } from '../../../support/needed-fields.ts';
import { withBucket } from '../../../support/stores/local-bucket.ts';

const way = withFaultyTable();
const bucket = withBucket();
const READERS = 3;
const SECONDS = 60;
let owner = 0;
/** What each function remembers. */
let memories: (KnownList | undefined)[] = [];
let lag: { output: unknown } | undefined;
let heard: ReturnType<typeof listen>;

/** Types that need no others, each with random fields. Every run is about one. */
const types: readonly {
  readonly resource: Resource;
  readonly sort: string;
  readonly fields: () => Fields;
}[] = [
  {
    resource: labels,
    sort: 'name',
    fields: () => ({ name: randomText(30), description: randomText(200) }),
  },
  {
    resource: deliveries,
    sort: 'status',
    fields: () => ({
      status: oneOf('pending', 'sent'),
      errors: randomText(200),
      'last-error': randomText(9),
    }),
  },
  {
    resource: distributionRequests,
    sort: 'date',
    fields: () => ({ status: oneOf('pending', 'sent'), date: `2026-01-0${oneOf('1', '2')}` }),
  },
  {
    resource: users,
    sort: 'lastname',
    fields: () => ({
      email: `${randomText(30)}@ada.example`,
      name: randomText(100),
      lastname: oneOf('', 'A'),
    }),
  },
  {
    resource: analyticsReports,
    sort: 'date',
    fields: () => ({ status: 'completed', date: `2026-01-0${oneOf('1', '2')}`, 'total-records': 7 }),
  },
];
type Fields = StoredRecord['fields'];
const oneOf = <T>(...all: readonly T[]): T => required(all[Math.floor(Math.random() * all.length)], 'One.');
const current = () => required(types[owner % types.length], 'There are types.');

function list() {
  const { resource } = current();
  return { type: resource.type, ownerId: String(owner), layout: layoutOf(resource, keyRowOf(api, resource)) };
}

beforeEach(() => {
  heard = listen();
});
afterEach(() => heard.stop());
afterAll(() => void vi.useRealTimers());

/** An index that stopped shows what it had shown first. */
function stopIndex(): void {
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const isIndex = commandName === 'QueryCommand' && 'IndexName' in args.input && args.input.IndexName;
        if (!isIndex || !lag) return next(args);
        lag.output ??= await next(args);
        return lag.output as Awaited<ReturnType<typeof next>>;
      },
    { step: 'initialize', name: 'lag', override: true },
  );
}

const randomText = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');

const store = () => storeOf(api, { table: new Table(), now: new Date() });

async function records(): Promise<readonly StoredRecord[]> {
  return recordsAmong(await allRows(), current().resource).filter(({ ownerId }) => ownerId === String(owner));
}

interface Step {
  readonly does: 'create' | 'update' | 'delete' | 'pass' | 'fold' | 'read' | 'stop index' | 'start index';
  readonly which: number;
  readonly seconds: number;
  /** Happens between the calls of this step. */
  readonly within?: Step | undefined;
  readonly after: number;
  /** The function dies at this write to the table, or at its object. */
  readonly diesAt: number | undefined;
  readonly isWritten: boolean;
  /** Of the clock of the function, in milliseconds. */
  readonly skew: number;
}

async function write({ does, which }: Step): Promise<void> {
  const { resource, fields } = current();
  if (does === 'create') {
    const after = newRecord(store(), resource, {
      ownerId: String(owner),
      fields: { ...neededFields(resource), ...fields() },
    });
    await save(deciding(store()), [{ resource, after }]);
    return;
  }
  const all = await records();
  const id = all[which % Math.max(1, all.length)]?.id;
  const before = id === undefined ? undefined : await findRecord(store(), resource, id);
  if (!before) return;
  const after = does === 'update' ? changed(store(), resource, { before, fields: fields() }) : undefined;
  await save(deciding(store()), [{ resource, before, after }]);
}

/** What lists show of entries. */
function shown(entries: readonly Pick<Entry, 'id' | 'fields'>[]): string[] {
  const { resource } = current();
  const row = keyRowOf(api, resource);
  return entries.map(({ id, fields }) => {
    const slim = slimOf(resource, row, { fields } as StoredRecord);
    return JSON.stringify([id, Object.entries(slim).toSorted()]);
  });
}

let reads = 0;

/** What is read is what was stored before, or what is stored afterwards. */
async function read({ which }: Step): Promise<void> {
  const reader = which % READERS;
  forget(list());
  const memory = memories[reader];
  if (memory) keep(list(), memory);
  const before = shown(await records()).toSorted();
  const entries = await readList(new Table(), list());
  const after = shown(await records()).toSorted();
  memories[reader] = knownList(list());
  if (!entries) return;
  reads += 1;
  const found = shown(entries).toSorted();
  expect([before, after]).toContainEqual(found);
  expect(entries.toSorted(comparator([]))).toEqual(entries);
  for (const descending of [true, false]) {
    const sort = [{ field: current().sort, descending }];
    expect(shown(inOrder(entries, sort))).toEqual(shown(entries.toSorted(comparator(sort))));
  }
}

async function fold({ diesAt, isWritten, after }: Step): Promise<void> {
  const dies = { writesBefore: diesAt ?? 0, isWritten };
  // Admission of the task is the first two writes.
  if (diesAt !== undefined) way.crash = { ...dies, writesBefore: dies.writesBefore + 2 };
  if (diesAt !== undefined && after % 3 === 0) bucket.crash = { writesBefore: 0, isWritten };
  await foldList(current().resource.type, String(owner)).catch(() => undefined);
  way.crash = undefined;
  bucket.revive();
}

async function take(step: Step): Promise<void> {
  const { does, within, after, seconds, skew } = step;
  if (within) {
    const run = () => take({ ...within, within: undefined });
    // After the stamp of a write, and before it is done.
    way.interruption =
      does === 'fold' || does === 'read' ? { after, run } : { after: 0, run, of: 'transactions' };
  }
  if (does === 'pass') pass(seconds);
  else if (does === 'stop index') lag ??= { output: undefined };
  else if (does === 'start index') lag = undefined;
  else if (does === 'read') await read(step);
  else if (does === 'fold') await fold(step);
  else {
    const now = Date.now();
    vi.setSystemTime(now + skew);
    await write(step);
    vi.setSystemTime(Math.max(now, Date.now() - skew));
  }
  way.interruption = undefined;
}

const alone = (): fc.Arbitrary<Step> =>
  fc.record({
    does: fc.constantFrom(
      ...([
        'create',
        'create',
        'update',
        'update',
        'delete',
        'pass',
        'fold',
        'fold',
        'read',
        'read',
      ] as const),
      ...(['stop index', 'start index'] as const),
    ),
    which: fc.nat(30),
    seconds: fc.constantFrom(1, 5, 12, 20, 60, 60),
    after: fc.nat(4),
    diesAt: fc.option(fc.nat(4), { nil: undefined, freq: 3 }),
    isWritten: fc.boolean(),
    skew: fc.integer({ min: -4000, max: 4000 }),
  });
const step = fc.tuple(alone(), fc.option(alone(), { nil: undefined, freq: 1 })).map(
  ([outer, within]): Step => ({
    ...outer,
    within: within?.does === 'pass' ? { ...within, seconds: 15 } : within,
  }),
);

it(
  'a list equals what is stored even if writers, folders and readers die, race or lag',
  async () => {
    stopIndex();
    const steps = fc.array(step, { minLength: 30, maxLength: 60 });
    const property = fc.asyncProperty(steps, async (all) => {
      owner += 1;
      memories = [];
      lag = undefined;
      pass(100);
      for (const each of all) {
        await take(each);
        if (each.does !== 'pass') pass(2);
      }
      lag = undefined;
      pass(60);
      await foldList(current().resource.type, String(owner));
      for (const which of [0, 1, 2]) await read({ which } as Step);
      expect(heard.lines.filter(({ event }) => event === 'list.differs')).toEqual([]);
    });
    await checkProperty(property, { runs: 10, seconds: SECONDS });
    expect(reads).toBeGreaterThan(50);
  },
  timeoutFor(SECONDS),
);
