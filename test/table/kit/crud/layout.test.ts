/** Rows that were written before their declaration changed are found, shown, filtered, counted and rewritten. */

import { beforeAll, describe, expect, it } from 'vitest';
import { whiteLabels } from '../../../../shared/accounts/api/white-labels.ts';
import { attr, countOf, text } from '../../../../shared/kit/declare/attribute.ts';
import { exact } from '../../../../shared/kit/declare/filter.ts';
import { toMany, toOne } from '../../../../shared/kit/declare/relationship.ts';
import { reindex } from '../../../../shared/kit/records/reindex.ts';
import { storeOf } from '../../../../shared/kit/records/store.ts';
import { recordKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { defineApi, handlerOf } from '../../../support/define-api.ts';
import { allRows, faultsOf } from '../../../support/invariants.ts';
import { withTable } from '../../../support/table.ts';
import { defineResource } from '../../../support/undescribed.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const users = defineResource({
  type: 'users',
  group: 'people',
  owner: 'organization',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 255)) },
  relationships: {},
  operations: ['read'],
});

const boxes = {
  type: 'boxes',
  group: 'things',
  owner: 'user',
  pageMeta: 'kebab',
  operations: ['list', 'read', 'create', 'update', 'delete'],
} as const;

const oldBoxes = defineResource({ ...boxes, attributes: { name: attr(text(1)) }, relationships: {} });
const newBoxes = defineResource({
  ...boxes,
  attributes: {
    name: attr(text(1)),
    colour: attr(text(1), { initial: 'grey' }),
    'lids-count': countOf('lids.box', { says: 'The lids.' }),
  },
  relationships: { lids: toMany('lids', { inverse: 'box' }), outer: toOne('boxes') },
  filters: { name: exact('name'), colour: exact('colour') },
  includes: ['lids'],
});
const lid = { ...boxes, type: 'lids', attributes: { colour: attr(text(1)) } } as const;
const oldLids = defineResource({ ...lid, relationships: { box: toOne('boxes', { writable: 'once' }) } });
const lids = defineResource({
  ...lid,
  relationships: {
    box: toOne('boxes', {
      required: true,
      writable: 'once',
      blocksDeletion: { code: 'value_taken', detail: 'The box has lids.' },
    }),
  },
});

const before = defineApi({
  resources: [users, whiteLabels, oldBoxes, oldLids],
  keys: { users: {}, 'white-labels': {}, boxes: {}, lids: {} },
});
const after = defineApi({
  resources: [users, whiteLabels, newBoxes, lids],
  keys: {
    users: {},
    'white-labels': {},
    boxes: { links: { outer: {} } },
    lids: { links: { box: { max: 3, by: 'colour' } } },
  },
});
const [old, today] = [before, after].map((api) => handlerOf(api, { group: 'things' }));

const raise = (): never => {
  throw new Error('No handler.');
};
const write = async (handler: typeof old, method: string, path: string, data: object) => {
  const status = method === 'POST' ? 201 : 200;
  return (await call(handler ?? raise(), status, { method, path, token: ada.token, body: { data } })).body
    .data;
};
const get = async (path: string) => {
  return (await call(today ?? raise(), 200, { path, token: ada.token })).body;
};
const found = async (query: string) =>
  (await get(`/boxes?${query}`)).data.map(({ id }: { id: string }) => id);
const rowOf = (id: string) => new Table().get(recordKey('boxes', id));

describe('a record of an older layout', () => {
  it('is shown with new fields and found by new filters', async () => {
    const { id } = await write(old, 'POST', '/boxes', { type: 'boxes', attributes: { name: 'Old' } });
    expect((await get(`/boxes/${id}`)).data.attributes).toEqual({
      name: 'Old',
      colour: 'grey',
      'lids-count': 0,
    });
    expect(await found('filter[name]=Old')).toEqual([id]);
    expect(await found('filter[colour]=grey')).toContain(id);
    expect(await found('filter[colour]=red')).toEqual([]);
  });

  it('counts its incoming links from the first new one', async () => {
    const { id } = await write(old, 'POST', '/boxes', { type: 'boxes', attributes: { name: 'Counted' } });
    const relationships = { box: { data: { type: 'boxes', id } } };
    await write(today, 'POST', '/lids', { type: 'lids', attributes: { colour: 'red' }, relationships });
    expect((await get(`/boxes/${id}?include=lids`)).data.attributes['lids-count']).toBe(1);
  });

  it('is rewritten by the next write, and by reindex without a new version', async () => {
    const made = await Promise.all(
      ['One', 'Two'].map((name) => write(old, 'POST', '/boxes', { type: 'boxes', attributes: { name } })),
    );
    const [first, second] = made.map(({ id }) => String(id));
    await write(today, 'PATCH', `/boxes/${first}`, {
      type: 'boxes',
      id: first,
      attributes: { colour: 'red' },
    });
    const store = storeOf(after, { table: new Table(), now: new Date() });
    const row = (await rowOf(String(second))) ?? {};
    expect(await reindex(store, (await rowOf(String(first))) ?? {})).toBe(false);
    expect(await reindex(store, row)).toBe(true);
    expect(await reindex(store, (await rowOf(String(second))) ?? {})).toBe(false);
    expect(await rowOf(String(second))).toMatchObject({ version: row['version'], counts: {} });
    expect(await found('filter[colour]=red')).toEqual([first]);
  });

  it('enters newly declared link lists with its next write', async () => {
    const store = storeOf(after, { table: new Table(), now: new Date() });
    const lidsOf = async (id: string) =>
      (await get(`/boxes/${id}/lids`)).data.map((each: { id: string }) => each.id);
    const make = async () => {
      const box = await write(old, 'POST', '/boxes', { type: 'boxes', attributes: { name: 'Lidded' } });
      const relationships = { box: { data: { type: 'boxes', id: box.id } } };
      const data = { type: 'lids', attributes: { colour: 'red' }, relationships };
      return { box: box.id, lid: (await write(old, 'POST', '/lids', data)).id };
    };
    const paint = ({ lid }: { lid: string }) =>
      write(today, 'PATCH', `/lids/${lid}`, { type: 'lids', id: lid, attributes: { colour: 'blue' } });
    const remove = (path: string, status: number) =>
      call(today ?? raise(), status, { method: 'DELETE', path, token: ada.token });

    const changed = await make();
    await Promise.all([paint(changed), paint(changed)]);
    expect(await lidsOf(changed.box)).toEqual([changed.lid]);
    const deleted = await make();
    await remove(`/lids/${deleted.lid}`, 204);
    await remove(`/boxes/${deleted.box}`, 204);
    const reindexed = await make();
    expect(await lidsOf(reindexed.box)).toEqual([]);
    const row = (await new Table().get(recordKey('lids', reindexed.lid))) ?? {};
    await Promise.all([reindex(store, row), reindex(store, row)]);
    expect(await lidsOf(reindexed.box)).toEqual([reindexed.lid]);
    await remove(`/boxes/${reindexed.box}`, 422);
    expect(faultsOf(after, await allRows())).toEqual([]);
  });
});
