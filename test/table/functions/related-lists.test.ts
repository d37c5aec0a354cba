/** Lists of linked records include types of features other than those of their function. */
import { describe, expect, it } from 'vitest';
import { handler as albums } from '../../../functions/albums/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { call, newAdmin } from '../../support/calls.ts';
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
});
