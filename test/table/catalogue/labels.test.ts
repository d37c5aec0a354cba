import { beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const label = (attributes: object) => ({ data: { type: 'labels', attributes } });
const create = async (name: string, token = ada.token) =>
  (await call(labels, 201, { method: 'POST', path: '/labels', token, body: label({ name }) })).body.data;

describe('labels', () => {
  it('can be created, read, changed, listed and deleted', async () => {
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
    expect(list.body.data).toMatchObject([{ id: created.id, attributes: changed.body.data.attributes }]);
    expect(list.body.meta.page).toEqual({ 'current-page': 1, 'per-page': 20, total: 1, 'last-page': 1 });
    await call(labels, 204, { method: 'DELETE', path, token });
    await call(labels, 404, { path, token });
  });

  it('are created only once by two concurrent requests with one name', async () => {
    const [first, second] = await Promise.all([create('Twice'), create(' tWICE ')]);
    expect(second.id).toBe(first.id);
  });

  it('are reused by name with the new description, and null clears it', async () => {
    const post = async (attributes: object) =>
      (
        await call(labels, 201, {
          method: 'POST',
          path: '/labels',
          token: ada.token,
          body: label(attributes),
        })
      ).body.data;
    const first = await post({ name: 'Reused', description: 'Old' });
    expect(await post({ name: 'Reused' })).toEqual(first);
    const changed = await post({ name: 'REUSED', description: 'New' });
    expect(changed).toMatchObject({ id: first.id, attributes: { name: 'Reused', description: 'New' } });
    const cleared = await post({ name: 'Reused', description: null });
    expect(cleared).toMatchObject({ id: first.id, attributes: { name: 'Reused', description: null } });
    expect(await post({ name: 'Reused', description: null })).toEqual(cleared);
    const eve = await newAdmin();
    expect((await create('Reused', eve.token)).id).not.toBe(first.id);
  });

  it('have unique names: PATCH rejects a name in use and accepts a freed one', async () => {
    const first = await create('Apart 1');
    const second = await create('Apart 2');
    const rename = (status: number, id: string, name: string) =>
      call(labels, status, {
        method: 'PATCH',
        path: `/labels/${id}`,
        token: ada.token,
        body: { data: { type: 'labels', id, attributes: { name } } },
      });
    const { body } = await rename(422, second.id, ' apart 1');
    expect(body.errors[0].source.pointer).toBe('/data/attributes/name');
    const long = { name: 'Apart 1', description: 'x'.repeat(301) };
    const asked = { method: 'PATCH', path: `/labels/${second.id}`, token: ada.token };
    const both = await call(labels, 422, {
      ...asked,
      body: { data: { type: 'labels', id: second.id, attributes: long } },
    });
    expect(both.body.errors).toHaveLength(2);
    const onCreate = { method: 'POST', path: '/labels', token: ada.token };
    const one = await call(labels, 422, {
      ...onCreate,
      body: { data: { type: 'labels', attributes: long } },
    });
    expect(one.body.errors).toHaveLength(1);
    await rename(200, first.id, 'APART 1');
    await rename(200, first.id, 'Apart 3');
    await rename(200, second.id, 'Apart 1');
    await call(labels, 204, { method: 'DELETE', path: `/labels/${second.id}`, token: ada.token });
    expect((await create('Apart 1')).id).not.toBe(second.id);
  });

  it('are created even if the label of that name is renamed concurrently', async () => {
    const { id } = await create('Found');
    const body = { data: { type: 'labels', id, attributes: { name: 'Renamed' } } };
    const { get } = Table.prototype;
    vi.spyOn(Table.prototype, 'get').mockImplementationOnce(async function (this: Table, key) {
      await call(labels, 200, { method: 'PATCH', path: `/labels/${id}`, token: ada.token, body });
      return get.call(this, key);
    });
    const found = await create('Found');
    expect(found.attributes.name).toBe('Found');
    expect(found.id).not.toBe(id);
  });

  it('stay consistent when one name is created, renamed and deleted concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const name = `Storm ${round}`;
      const { id } = await create(name);
      const path = `/labels/${id}`;
      const body = { data: { type: 'labels', id, attributes: { name: `${name} renamed` } } };
      await Promise.allSettled([
        create(name),
        call(labels, 200, { method: 'PATCH', path, token: ada.token, body }),
        call(labels, 204, { method: 'DELETE', path, token: ada.token }),
        create(name),
      ]);
      const list = await call(labels, 200, { path: `/labels?filter[name]=${name}`, token: ada.token });
      const named = list.body.data.filter(
        (each: { attributes: { name: string } }) => each.attributes.name === name,
      );
      expect(named.length).toBeLessThanOrEqual(1);
      expect((await create(name)).id).toEqual(named[0]?.id ?? expect.any(String));
    }
  });

  it('allow names of up to 255 characters and descriptions of up to 300', async () => {
    const post = (status: number, attributes: object) =>
      call(labels, status, { method: 'POST', path: '/labels', token: ada.token, body: label(attributes) });
    await post(201, { name: '🎷'.repeat(255), description: 'é'.repeat(300) });
    // Composed, each of these is three characters of four bytes.
    await post(201, { name: '\u{1d160}'.repeat(255) });
    await post(422, { name: '🎷'.repeat(256) });
    await post(422, { name: 'x', description: 'é'.repeat(301) });
    await post(422, { name: '   ' });
    await post(201, { name: 'Null', description: null });
  });

  it('can be sorted by name, created-at and updated-at', async () => {
    const eve = await newAdmin();
    const made = [];
    for (const name of ['b', 'C', 'a']) made.push((await create(name, eve.token)).id);
    const [b, c, a] = made;
    const sorted = async (sort: string) =>
      (await call(labels, 200, { path: `/labels?sort=${sort}`, token: eve.token })).body.data.map(
        (each: { id: string }) => each.id,
      );
    expect(await sorted('name')).toEqual([a, b, c]);
    expect(await sorted('-created-at')).toEqual([a, c, b]);
    const body = { data: { type: 'labels', id: b, attributes: { description: 'later' } } };
    await call(labels, 200, { method: 'PATCH', path: `/labels/${b}`, token: eve.token, body });
    expect((await sorted('-updated-at'))[0]).toBe(b);
  });
});
