/** Starts and makes folds in one process: real functions, table, stream, queue and bucket, and the test's clock. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { folderWith } from '../../functions/fold-lists/handler.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { labels } from '../../shared/catalogue/api/labels.ts';
import type { StoredRecord } from '../../shared/kit/declare/fields.ts';
import { readList } from '../../shared/kit/lists/read-list.ts';
import { type Pointer, pointerIn, snapshotKey } from '../../shared/kit/lists/snapshot.ts';
import { deciding } from '../../shared/kit/records/deciding.ts';
import { layoutOf } from '../../shared/kit/records/layout.ts';
import { changed, save, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import { api } from '../../shared/service/api.ts';
import { type Access, askedBy, denied, hearTable } from '../support/grants.ts';
import { allRows } from '../support/invariants.ts';
import { listen } from '../support/log.ts';
import { isLong } from '../support/long-run.ts';
import { withBucket } from '../support/stores/local-bucket.ts';
import { killedAfterEveryStep, rejectedAtEveryCall } from './every-step.ts';
import { saveLabels } from './saved-labels.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween, revive, stopThrottling, takeStep } from './steps.ts';
import { skipStream, work, workFor } from './stream-stage.ts';
import { now, pass, queue, redeliver, useWorkStage } from './work-stage.ts';

/** Of the function. */
const accesses: Access[] = [];
const folder = folderWith({ now, random: () => 0.5 });

useWorkStage({
  consumers: {
    async Fold(event) {
      let response: Awaited<ReturnType<typeof folder>> = { batchItemFailures: [] };
      const asked = await askedBy(async () => {
        response = await folder(event);
      });
      accesses.push(...asked);
      return response;
    },
  },
  streams: true,
});
const bucket = withBucket();
beforeAll(() => {
  comeBetween(queue());
  hearTable();
  bucket.beforeWrite = async () => takeStep();
});
afterEach(() => {
  revive();
  stopThrottling();
});

let owner = 0;
const store = () => storeOf(api, { table: new Table(), now: now() });
const list = () => ({ type: 'labels', ownerId: String(owner), layout: layoutOf(labels, api.keys.labels) });
const pointer = async (): Promise<Pointer | undefined> =>
  pointerIn(await new Table().get(snapshotKey(list())));
/** The entries of the journal. */
const journaled = async () =>
  (await allRows()).flatMap(({ pk, sk, entries }) =>
    pk === snapshotKey(list()).pk && /^\d/.test(String(sk)) ? (entries as readonly object[]) : [],
  );

const letters = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');

const fields = () => ({ name: letters(200), description: letters(300) });
const write = (count: number) => saveLabels(store(), { ownerId: String(owner), count, fields });

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).toSorted();
const listed = async () => idsOf((await readList(new Table(), list())) ?? []);

// These tests precede those of other lists, whose weekly comparison would be due as well.
describe('a fold', () => {
  let made: StoredRecord[];
  let putBack: () => Promise<void>;
  beforeAll(async () => {
    owner = 1000;
    made = await write(150);
    await workFor(4);
    made.push(...(await write(100)));
    pass(200);
    putBack = await saveStage({ queues: queue() });
  });
  const begin = async () => {
    await putBack();
    await skipStream();
    queue().lose();
    pass(8 * 86_400);
  };
  const end = async (about: string) => {
    queue().lose();
    pass(CLAIM_SECONDS);
    redeliver();
    await work();
    await workFor(3);
    expect(await listed(), about).toEqual(idsOf(made));
    expect((await pointer())?.number, about).toBeGreaterThanOrEqual(2);
  };
  const run = () => workFor(1).catch(() => undefined);

  it('is repeated when killed after any step, and shows what is stored', async () => {
    expect(await killedAfterEveryStep({ begin, run, end })).toBeGreaterThan(3);
  });

  it('completes even if the table rejects any one call', async () => {
    expect(await rejectedAtEveryCall({ begin, run, end })).toBeGreaterThan(4);
  });
});

describe('a list', () => {
  it('gets a snapshot after some hundred changes, and a shorter journal thereafter', async () => {
    owner += 1;
    const made = await write(200);
    await workFor(4);
    expect(await pointer()).toMatchObject({ number: 1, count: 200, content: { object: expect.any(String) } });
    expect(await listed()).toEqual(idsOf(made));
    for (const number of [2, 3]) {
      for (const before of made.splice(0, 20)) {
        const after = changed(store(), labels, { before, fields: { description: 'Other' } });
        await save(deciding(store()), [{ resource: labels, before, after }]);
      }
      made.push(...(await write(90)));
      await workFor(70);
      expect((await pointer())?.number).toBeGreaterThanOrEqual(number);
    }
    expect((await journaled()).length).toBeLessThan(300);
    expect((await listed()).length).toBe(380);
  });

  it('gets no snapshot for an hour with few changes, and then one from the sweep', async () => {
    owner += 1;
    const { length: count } = await write(60);
    await workFor(30);
    expect(await pointer()).toBeUndefined();
    await workFor(40);
    expect(await pointer()).toMatchObject({ number: 1, count });
  });

  it.each(isLong ? ([403, 503] as const) : ([403] as const))(
    'is shown from the index while the bucket returns %i, and gets a snapshot later',
    async (status) => {
      owner += 1;
      const made = await write(200);
      bucket.rejectsWith = status;
      await workFor(4);
      expect(await pointer()).toBeUndefined();
      expect(await readList(new Table(), list())).toBeUndefined();
      bucket.rejectsWith = undefined;
      await workFor(20);
      expect(await pointer()).toMatchObject({ number: 1, count: 200 });
      expect(await listed()).toEqual(idsOf(made));
    },
  );

  it('is corrected and logged by the weekly comparison if it differs from its records', async () => {
    owner += 1;
    const [first, second] = await write(200);
    await workFor(4);
    // Past the door that journals.
    const key = { pk: `labels#${first?.id}`, sk: '#' };
    const other = { pk: `labels#${second?.id}`, sk: '#' };
    await new Table().commit([
      { delete: key },
      {
        update: other,
        with: [
          { set: ['slim', 'name'], to: 'Raw' },
          { add: 'version', by: 1 },
        ],
      },
    ]);
    expect(await listed()).toContain(first?.id);
    const { lines, stop } = listen();
    pass(8 * 86_400);
    await workFor(2);
    stop();
    const differences = lines.filter(({ event }) => event === 'list.differs');
    expect(differences).toMatchObject([{ type: 'labels', ownerId: String(owner), differences: 2 }]);
    const entries = (await readList(new Table(), list())) ?? [];
    expect(entries).toHaveLength(199);
    expect(entries.find(({ id }) => id === second?.id)?.fields['name']).toBe('Raw');
    pass(8 * 86_400);
    await workFor(2);
    expect(await listed()).toHaveLength(199);
  });
});

it('the function has used all its permissions and needed no others', () => {
  const needs = functionList([]).get('fold-lists');
  if (!needs) throw new Error('There is no such function.');
  expect(denied(accesses, needs)).toEqual([]);
  const used = [...new Set(accesses.map(({ action }) => action))];
  expect(used.toSorted()).toEqual([...(needs.table?.actions ?? []), 'Query by-owner'].toSorted());
});
