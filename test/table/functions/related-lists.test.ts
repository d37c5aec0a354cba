/** Lists of linked records include types of features other than those of their function. */
import { describe, expect, it } from 'vitest';
import { handler as albums } from '../../../functions/albums/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { tableShape, unreadableListKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { call, newAdmin } from '../../support/calls.ts';
import { seed } from '../../support/seed.ts';
import { withTable } from '../../support/table.ts';

withTable();

describe('the albums of a label', () => {
  it('can include their genres and users', async () => {
    const { token, userId } = await newAdmin();
    const post = async (
      handler: typeof labels,
      data: { type: string; attributes: object; relationships?: object },
    ) => {
      const path = `/${data.type}`;
      return (await call(handler, 201, { method: 'POST', path, token, body: { data } })).body.data.id;
    };
    const label = await post(labels, { type: 'labels', attributes: { name: 'Blue Room' } });
    const attributes = {
      title: 'Small Hours',
      release_date: '2027-03-05',
      'is-explicit': false,
      'rights-owner-year': 2027,
      'rights-owner-name': 'Blue Room',
    };
    const relationships = {
      label: { data: { type: 'labels', id: label } },
      'primary-genre': { data: { type: 'genres', id: '32' } },
    };
    await post(albums, { type: 'albums', attributes, relationships });
    const path = `/labels/${label}/albums?include=primary-genre,user`;
    const { included } = (await call(labels, 200, { path, token })).body;
    expect(included).toMatchObject([
      { type: 'genres', id: '32' },
      { type: 'users', id: userId },
    ]);
  });

  it('are in preparation before their label is changed, which then keeps its name', async () => {
    const { token, userId: ownerId } = await newAdmin();
    const [label] = await seed(definitions, {
      type: 'labels',
      ownerId,
      count: 1,
      fieldsOf: () => ({ name: 'Old' }),
    });
    const id = String(label?.id);
    await seed(definitions, {
      type: 'albums',
      ownerId,
      count: 120,
      fieldsOf: (n) => ({ title: `Album ${n}`, label: id, dsps: [] }),
    });
    // Another reader has found the list too long, and has started to prepare it.
    const note = { ...unreadableListKey('albums', ownerId), isLong: true };
    await new Table().putMany([{ ...note, [tableShape.timeToLive]: Math.ceil(Date.now() / 1000) + 600 }]);
    const body = { data: { type: 'labels', id, attributes: { name: 'New' } } };
    const rejected = await call(labels, 503, { method: 'PATCH', path: `/labels/${id}`, token, body });
    expect(rejected.body.errors).toMatchObject([{ code: 'list_in_preparation' }]);
    expect(rejected.headers).toMatchObject({ 'Retry-After': '30' });
    const { data } = (await call(labels, 200, { path: '/labels', token })).body;
    expect(data).toMatchObject([{ attributes: { name: 'Old' } }]);
  });
});
