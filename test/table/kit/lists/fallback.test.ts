/** Lists whose snapshot or journal cannot be used are read from the index. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { forget } from '../../../../shared/kit/lists/list-memory.ts';
import { snapshotKey } from '../../../../shared/kit/lists/snapshot.ts';
import type { Assignment } from '../../../../shared/kit/table/expressions.ts';
import { journalKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { costOf } from '../../../support/costs.ts';
import { foldList } from '../../../support/fold-list.ts';
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
