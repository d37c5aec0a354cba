/** Lists of linked records include types of features other than those of their function. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as albumDsps } from '../../../../functions/album-dsps/handler.ts';
import { handler as albums } from '../../../../functions/albums/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { albums as albumType } from '../../../../shared/catalogue/api/albums.ts';
import { recordList } from '../../../../shared/kit/lists/list-state.ts';
import { snapshotKey } from '../../../../shared/kit/lists/snapshot.ts';
import { tableShape, unreadableListKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { call, newAdmin } from '../../../support/calls.ts';
import { seed } from '../../../support/seed.ts';
import { withTable } from '../../../support/table.ts';

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

  describe('while they are being prepared', () => {
    const REJECTED = [{ code: 'list_in_preparation' }];
    let token: string;
    let id: string;
    const ask = (status: number, method: string, query = '', name = '') =>
      call(labels, status, {
        method,
        path: `/labels/${id}${query}`,
        token,
        ...(name !== '' && { body: { data: { type: 'labels', id, attributes: { name } } } }),
      });
    const nameOf = async () => {
      const { data } = (await call(labels, 200, { path: '/labels', token })).body;
      return data[0].attributes.name;
    };

    beforeAll(async () => {
      const ada = await newAdmin();
      const { userId: ownerId } = ada;
      token = ada.token;
      const label = { type: 'labels', ownerId, count: 1, fieldsOf: () => ({ name: 'Old' }) };
      id = String((await seed(definitions, label))[0]?.id);
      const fieldsOf = (n: number) => ({ title: `Album ${n}`, label: id, dsps: [] });
      await seed(definitions, { type: 'albums', ownerId, count: 120, fieldsOf });
      // Another reader has found the list too long, and has started to prepare it.
      const expires = Math.ceil(Date.now() / 1000) + 600;
      const note = { ...unreadableListKey('albums', ownerId), isLong: true };
      await new Table().putMany([{ ...note, [tableShape.timeToLive]: expires }]);
    });

    it('are not read, and the label can be read a moment later', async () => {
      const { headers, body } = await ask(503, 'GET');
      expect(body.errors).toMatchObject(REJECTED);
      expect(headers).toMatchObject({ 'Retry-After': '30' });
    });

    it('are not read as linkage of the label either', async () => {
      expect((await ask(503, 'GET', '/relationships/albums')).body.errors).toMatchObject(REJECTED);
    });

    it('leave their label unchanged if its change is rejected', async () => {
      expect((await ask(503, 'PATCH', '', 'New')).body.errors).toMatchObject(REJECTED);
      expect(await nameOf()).toBe('Old');
    });

    it('are omitted from the response to a change that includes them', async () => {
      const { body } = await ask(200, 'PATCH', '?include=albums', 'Newer');
      expect(body).not.toHaveProperty('included');
      expect(await nameOf()).toBe('Newer');
    });
  });

  it('cannot be listed with their DSPs if too many, with advice on what to request', async () => {
    const { token, userId } = await newAdmin();
    const list = recordList(albumType, { row: definitions.keys.albums }, userId);
    const at = new Date(0).toISOString();
    const times = { position: at, oldest: '', at };
    const pointer = { number: 1, epoch: '1', layout: list.layout, ...times, count: 600_000 };
    await new Table().putMany([{ ...snapshotKey(list), ...pointer, content: { row: '' } }]);
    const adviceOn = async (handler: typeof albumDsps, path: string) => {
      const { body } = await call(handler, 400, { path, token });
      expect(body.errors).toMatchObject([{ code: 'search_too_large' }]);
      return body.errors[0].detail;
    };
    const tooMany = 'The list has too many records.';
    expect(await adviceOn(albumDsps, '/album-dsps')).toBe(`${tooMany} Narrow it with filter[album].`);
    expect(await adviceOn(albums, '/albums')).toMatch(
      /^The list has too many records. Narrow it with .*filter\[label\]/,
    );
    const empty = `${tooMany} Omit filter[has-albums].`;
    expect(await adviceOn(labels, '/labels?filter[has-albums]=true')).toBe(empty);
  });
});
