import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { startTable } from '../../support/table.ts';

let stop: () => Promise<void>;
let ada: Person;
beforeAll(async () => {
  stop = await startTable();
  ada = await newAdmin();
});
afterAll(() => stop());

const label = (attributes: object) => ({ data: { type: 'labels', attributes } });
const create = async (name: string, token = ada.token) =>
  (await call(labels, 201, { method: 'POST', path: '/labels', token, body: label({ name }) })).body.data;

describe('labels', () => {
  it('are created, read, changed, listed and deleted', async () => {
    const created = await create('Blue Note');
    expect(created).toMatchObject({
      type: 'labels',
      attributes: { name: 'Blue Note', description: null },
      links: { self: `http://localhost:3000/api/v1/labels/${created.id}` },
    });
    const path = `/labels/${created.id}`;
    const { token } = ada;
    const body = { data: { type: 'labels', id: created.id, attributes: { description: 'Jazz' } } };
    const changed = await call(labels, 200, { method: 'PATCH', path, token, body });
    expect(changed.body.data.attributes).toMatchObject({ name: 'Blue Note', description: 'Jazz' });
    const read = await call(labels, 200, { path: `/api/v1${path}`, token });
    expect(read.body.data).toEqual(changed.body.data);
    const list = await call(labels, 200, { path: '/labels?filter[name]=NOTE', token });
    expect(list.body.data).toEqual([changed.body.data]);
    expect(list.body.meta.page).toEqual({ 'current-page': 1, 'per-page': 20, total: 1, 'last-page': 1 });
    await call(labels, 204, { method: 'DELETE', path, token });
    await call(labels, 404, { path, token });
  });

  it('created twice at once under one name are one label', async () => {
    const [first, second] = await Promise.all([create('Twice'), create(' tWICE ')]);
    expect(second.id).toBe(first.id);
  });
});
