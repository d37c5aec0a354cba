/** Folds whose steps are held by hand, with the test's clock. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { labels } from '../../../../shared/catalogue/api/labels.ts';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import { type FoldAttempt, foldList } from '../../../../shared/kit/lists/fold.ts';
import { forget } from '../../../../shared/kit/lists/list-memory.ts';
import { readList } from '../../../../shared/kit/lists/read-list.ts';
import { pointerIn, snapshotKey } from '../../../../shared/kit/lists/snapshot.ts';
import { deciding } from '../../../../shared/kit/records/deciding.ts';
import { CHECK, listId } from '../../../../shared/kit/records/fold-work.ts';
import { layoutOf } from '../../../../shared/kit/records/layout.ts';
import { changed, newRecord, save, storeOf } from '../../../../shared/kit/records/store.ts';
import { journalKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { api } from '../../../../shared/service/api.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { pass } from '../../../support/fold-list.ts';
import { withBucket } from '../../../support/stores/local-bucket.ts';
import { withTable } from '../../../support/table.ts';

withTable();
withBucket();
const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
let owner = 0;
beforeEach(() => {
  owner += 1;
});
afterAll(() => void vi.useRealTimers());

const list = () => ({ type: 'labels', ownerId: String(owner), layout: layoutOf(labels, api.keys.labels) });
const store = () => storeOf(api, { table: new Table(), now: new Date() });
const pointer = async () => pointerIn(await new Table().get(snapshotKey(list())));

async function create(name: string): Promise<StoredRecord> {
  const after = newRecord(store(), labels, { ownerId: String(owner), fields: { name } });
  await save(deciding(store()), [{ resource: labels, after }]);
  return after;
}

async function rename(before: StoredRecord, name: string): Promise<StoredRecord> {
  const after = changed(store(), labels, { before, fields: { name } });
  await save(deciding(store()), [{ resource: labels, before, after }]);
  return after;
}

/** The transaction is stamped so many seconds ago, and becomes visible now. */
async function late<T>(seconds: number, write: () => Promise<T>): Promise<T> {
  pass(-seconds);
  const written = await write();
  pass(seconds);
  return written;
}

/** @param keep called between the steps. */
async function fold(keep = async () => {}, task = CHECK) {
  const started = new Date().toISOString();
  const folding: FoldAttempt = {
    claimed: {
      listId: listId('labels', String(owner), task),
      ownerId: String(owner),
      position: 0,
      nextAttemptAt: started,
      claimedUntil: started,
      claimant: 'this',
      waits: 0,
      claims: 1,
    },
    lease: {
      lost: new AbortController().signal,
      keep,
      takeSlot: async () => {},
      takeSlowSlot: async () => {},
    },
    table: new Table(),
    now: () => new Date(),
    api: definitions,
  };
  const outcome = await foldList(folding);
  if (outcome === 'gone') return outcome;
  const next = 'next' in outcome && outcome.next?.nextAttemptAt;
  return { ...outcome.line, next: next && Date.parse(next) - Date.now() };
}

const namesNow = async () => (await readList(new Table(), list()))?.map(({ fields }) => fields['name']);

/** By a function that knows the list, and by one that does not. */
async function expectListed(names: readonly string[]): Promise<void> {
  for (const knows of [true, false]) {
    if (!knows) forget(list());
    expect((await namesNow())?.toSorted(), `by a function that knows the list: ${knows}`).toEqual(names);
  }
}

describe('an overtaken fold', () => {
  const steps = [1, 2, 3].flatMap((step) => [true, false].map((isFirst) => ({ step, isFirst })));
  it.each(steps)('has no effect at step $step (first fold: $isFirst)', async ({ step, isFirst }) => {
    await create('A');
    pass(60);
    if (!isFirst) await fold();
    await create('B');
    pass(60);
    const overtake = async () => {
      for (const name of ['C', 'D', 'E', 'F']) {
        await create(name);
        pass(60);
        expect(await fold()).toMatchObject({ outcome: 'folded' });
      }
    };
    let calls = 0;
    const line = await fold(async () => {
      calls += 1;
      if (calls === step) await overtake();
    });
    expect(line).toMatchObject({ outcome: 'overtaken', next: MINUTE });
    expect((await pointer())?.number).toBe(isFirst ? 4 : 5);
    await expectListed(['A', 'B', 'C', 'D', 'E', 'F']);
  });
});

it('changes stamped before a fold but visible after it are listed', async () => {
  const renamed = await create('A');
  pass(60);
  await fold();
  pass(20);
  const first = await rename(renamed, 'A2');
  const deleted = await create('B');
  await fold();
  await expectListed(['A2', 'B']);
  await late(25, () => create('C'));
  await late(28, () => rename(first, 'A3'));
  await late(27, () => save(deciding(store()), [{ resource: labels, before: deleted }]));
  await expectListed(['A3', 'C']);
  // Later reads find the creation of the label, but not its deletion, whose stamp is earlier.
  for (const _ of [1, 2, 3, 4]) {
    pass(8);
    expect((await namesNow())?.toSorted()).toEqual(['A3', 'C']);
  }
  for (const _ of [1, 2, 3]) {
    pass(40);
    expect(await fold()).toMatchObject({ outcome: 'folded' });
    await expectListed(['A3', 'C']);
  }
});

it('a folded list is compared with its index after a minute and then weekly', async () => {
  await create('A');
  pass(60);
  expect(await fold()).toMatchObject({ outcome: 'folded', next: WEEK });
  expect(await fold()).toMatchObject({ outcome: 'unchanged', next: MINUTE });
  pass(60);
  expect(await fold()).toMatchObject({ outcome: 'folded', next: WEEK });
});

it('the first snapshot is compared after an hour because of earlier versions', async () => {
  for (let count = 0; count < 64; count++) await create(`Label ${count}`);
  pass(60);
  expect(await fold(undefined, 'some')).toMatchObject({ outcome: 'folded', changes: 64 });
  const check = await new Table().get(journalKey('labels', String(owner), `work#${CHECK}`));
  expect(Date.parse(String(check?.['nextAttemptAt'])) - Date.now()).toBe(60 * MINUTE);
});

it('changes that others can still precede cause no fold', async () => {
  for (let count = 0; count < 64; count++) await create(`Label ${count}`);
  expect(await fold(undefined, 'some')).toMatchObject({ outcome: 'unchanged', changes: 0 });
  pass(40);
  expect(await fold(undefined, 'some')).toMatchObject({ outcome: 'folded', changes: 64 });
});

it('a snapshot in an unknown format is replaced', async () => {
  await create('A');
  pass(60);
  await fold();
  await new Table().commit([{ update: snapshotKey(list()), with: [{ remove: 'epoch' }] }]);
  expect(await fold()).toMatchObject({ outcome: 'folded' });
  await expectListed(['A']);
});
