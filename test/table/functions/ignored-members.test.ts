import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease } from '../../support/distribution/release.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const misspelt = [{ pointer: '/data/attributes/descripton', nearest: 'description' }];
const create = (attributes: object, headers = {}) =>
  call(labels, 201, {
    method: 'POST',
    path: '/labels',
    token: ada.token,
    headers,
    body: { data: { type: 'labels', attributes } },
  });
const change = (id: string, attributes: object, relationships: object = {}) =>
  ask(ada, 200, 'PATCH', `/labels/${id}`, { data: { type: 'labels', id, attributes, relationships } });

describe('the response to a write', () => {
  it('lists the unknown members that a creation ignored', async () => {
    const { body } = await create({ name: 'Ignored', descripton: 'x' });
    expect(body.meta).toEqual({ ignored: misspelt });
    expect(body.data.attributes.description).toBeNull();
  });

  it('lists ignored members also when the record exists, or nothing changes', async () => {
    const name = 'Ignored twice';
    const { body } = await create({ name });
    expect(body).not.toHaveProperty('meta');
    const again = (await create({ name, descripton: 'x' })).body;
    expect(again).toMatchObject({ data: { id: body.data.id }, meta: { ignored: misspelt } });
    const changed = (await change(body.data.id, { name, descripton: 'x' }, { album: { data: null } })).body;
    expect(changed.meta.ignored).toEqual([
      ...misspelt,
      { pointer: '/data/relationships/album', nearest: 'albums' },
    ]);
  });

  it('lists ignored members again when it is replayed', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const sent = { name: 'Ignored and replayed', descripton: 'x' };
    const first = await create(sent, headers);
    expect(first.body.meta).toEqual({ ignored: misspelt });
    expect((await create(sent, headers)).body).toEqual(first.body);
  });

  it('omits read-only members from the list, so that a whole record can be sent back', async () => {
    const { body } = await create({ name: 'Whole' });
    const { id, attributes, relationships } = body.data;
    expect((await change(id, attributes, relationships)).body).not.toHaveProperty('meta');
  });

  it('has the ETag of the record, independent of ignored members', async () => {
    const { id } = (await create({ name: 'Tagged' })).body.data;
    const changed = await change(id, { descripton: 'x' });
    const read = await ask(ada, 200, 'GET', `/labels/${id}`);
    expect(changed.headers['ETag']).toBe(read.headers['ETag']);
    expect(read.body).not.toHaveProperty('meta');
  });

  it('names the item of a bulk assignment whose members were ignored', async () => {
    const { album } = await newRelease(ada, { dsps: [] });
    const one = (type: string, id: string) => ({ data: { type, id } });
    const pair = (dsp: string, attributes: object) => ({
      type: 'album-dsps',
      attributes,
      relationships: { album: one('albums', album), dsp: one('dsps', dsp), dps: one('dsps', dsp) },
    });
    const data = [pair('1', {}), pair('4', { note: 1 })];
    const { body } = await ask(ada, 201, 'POST', '/album-dsps/bulk/assign', { data });
    expect(body.meta.ignored).toEqual([
      { pointer: '/data/0/relationships/dps', nearest: 'dsp' },
      { pointer: '/data/1/attributes/note', nearest: null },
      { pointer: '/data/1/relationships/dps', nearest: 'dsp' },
    ]);
  });

  it('stays small after a body of 1 MB of unknown members', async () => {
    const many = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`a${index}`, 1]));
    const { body } = await create({ name: 'Large', ...many });
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
  });
});
