/** Lists whose snapshot or journal cannot be used are read from the index. */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { folderWith } from '../../../../functions/fold-lists/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { forget } from '../../../../shared/kit/lists/list-memory.ts';
import { snapshotKey } from '../../../../shared/kit/lists/snapshot.ts';
import { foldWork } from '../../../../shared/kit/records/fold-work.ts';
import type { Assignment } from '../../../../shared/kit/table/expressions.ts';
import { journalKey, unreadableListKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { costOf } from '../../../support/costs.ts';
import { foldList, pass } from '../../../support/fold-list.ts';
import { withBucket } from '../../../support/stores/local-bucket.ts';
import { withTable } from '../../../support/table.ts';

withTable();
withBucket();
const NAMES = ['Amber', 'Blue', 'Cyan'];
let ada: Person;
const list = () => ({ type: 'labels', ownerId: ada.userId, layout: '' });

beforeAll(async () => {
  ada = await newAdmin();
  for (const name of NAMES) {
    const body = { data: { type: 'labels', attributes: { name } } };
    await call(labels, 201, { method: 'POST', path: '/labels', token: ada.token, body });
  }
});
beforeEach(async () => {
  await new Table().commit([{ delete: snapshotKey(list()) }]);
  await foldList('labels', ada.userId);
  forget(list());
});

async function expectListed(readUnits: number): Promise<void> {
  const { response, ...cost } = await costOf(labels, 200, { path: '/labels?sort=name', token: ada.token });
  const names = response.body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
  expect(names).toEqual(NAMES);
  expect(cost.readUnits).toBe(readUnits);
}

it('a list with a snapshot is read from it, and then only what was written since', async () => {
  await expectListed(2);
  await expectListed(1);
});

const spoilt: Readonly<Record<string, Assignment>> = {
  'has content that is not a snapshot': { set: 'content', to: { row: 'AAAA' } },
  'has an object that does not exist': { set: 'content', to: { object: 'lists/labels/1/gone' } },
  'is of another layout': { set: 'layout', to: 'other' },
  'is of a form that is not known': { remove: 'epoch' },
};

it.each(Object.entries(spoilt))('a list whose snapshot %s is read from the index', async (_, spoil) => {
  await new Table().commit([{ update: snapshotKey(list()), with: [spoil] }]);
  const { body } = await call(labels, 200, { path: '/labels', token: ada.token });
  expect(body.data).toHaveLength(NAMES.length);
});

/** @returns what a reader that cannot read the snapshot has written. */
const noted = () => new Table().get(unreadableListKey('labels', ada.userId));
const spoil = () =>
  new Table().commit([
    { update: snapshotKey(list()), with: [{ set: 'content', to: { object: 'lists/labels/1/gone' } }] },
  ]);
const read = () => call(labels, 200, { path: '/labels', token: ada.token });

it('readers that cannot read a snapshot start one fold in ten minutes, which makes another snapshot', async () => {
  await new Table().commit([{ delete: unreadableListKey('labels', ada.userId) }]);
  await spoil();
  await read();
  const first = await noted();
  expect(first).toMatchObject({ dueKind: 'list-fold', causes: 'work', ownerId: ada.userId, position: 0 });
  pass(599);
  await read();
  expect(await noted()).toEqual(first);
  pass(2);
  await read();
  const second = await noted();
  expect(second?.['nextAttemptAt']).not.toBe(first?.['nextAttemptAt']);
  // As the stream sends it.
  const body = JSON.stringify(foldWork.message(foldWork.read(second ?? {})));
  expect(await folderWith()({ Records: [{ body, messageId: '1' }] } as never)).toEqual({
    batchItemFailures: [],
  });
  await expectListed(2);
  vi.useRealTimers();
});

it('a list that is in memory is read again when its snapshot was replaced or is gone', async () => {
  await expectListed(2);
  await new Table().commit([{ update: snapshotKey(list()), with: [{ set: 'epoch', to: 'other' }] }]);
  await expectListed(2);
  await expectListed(1);
  await new Table().commit([{ delete: snapshotKey(list()) }]);
  await expectListed(1.5);
  await expectListed(1);
});

it('a list whose journal has entries of another layout is read from the index', async () => {
  await expectListed(2);
  const slim = { '~': 'other', name: 'Zed' };
  const row = { ...journalKey('labels', ada.userId, `${new Date().toISOString()}#1.1`) };
  await new Table().commit([{ put: { ...row, entries: [{ id: '1', version: 1, slim }] } }]);
  await expectListed(3.5);
  await new Table().commit([{ delete: row }]);
});
