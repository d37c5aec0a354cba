/** The rows that hold unique values: taken, shared and freed. */
import { describe, expect, it } from 'vitest';
import type { StoredRecord } from '../../../../shared/kit/declare/fields.ts';
import {
  firstHolder,
  free,
  share,
  take,
  type UniqueValue,
  uniqueValue,
  uniqueValues,
  unshare,
} from '../../../../shared/kit/records/unique-values.ts';
import { rowExists, rowMissing } from '../../../../shared/kit/table/expressions.ts';
import type { KeyRow } from '../../../../shared/kit/table/keys.ts';
import { labels } from '../../../support/declarations.ts';

const record = (fields: StoredRecord['fields']): StoredRecord => ({
  type: 'labels',
  id: '7',
  ownerId: '1',
  version: 1,
  fields,
});
const key = { pk: 'unique#labels#1#name#digest', sk: '#' };
const value: UniqueValue = { field: 'name', key };
const sharer = (id: string) => ({ pk: key.pk, sk: id.padStart(16, '0') });
const isOwn = { any: [rowMissing, { path: 'holder', is: '=', value: '7' }] };

describe('the unique values of a record', () => {
  const row: KeyRow = {
    unique: {
      name: 'owner',
      code: 'platform',
      'album+order': 'owner',
      album: { scope: 'platform', while: ({ state }) => state === 'open' },
    },
  };
  const fieldsOf = (fields: StoredRecord['fields']) =>
    uniqueValues(labels, row, record(fields)).map(({ field, key: { pk } }) => [
      field,
      pk.split('#').slice(2, -1),
    ]);

  it('are those of non-empty fields while their condition holds', () => {
    expect(fieldsOf({ name: 'A', code: 'B', album: '5', order: 1, state: 'open' })).toEqual([
      ['name', ['1', 'name']],
      ['code', ['platform', 'code']],
      ['album+order', ['1', 'album+order']],
      ['album', ['platform', 'album']],
    ]);
    expect(fieldsOf({ name: null, album: '5', state: 'closed' })).toEqual([]);
    expect(uniqueValues(labels, row, undefined)).toEqual([]);
    expect(uniqueValues(labels, {}, record({ name: 'A' }))).toEqual([]);
  });

  it('are compared within their owner, ignoring case and outer spaces', () => {
    const of = (text: string, owner = '1') => uniqueValue('labels', { owner, field: 'name', values: [text] });
    expect(of(' BLUE')).toEqual(of('blue'));
    expect(of('blue').key.pk).toMatch(/^unique#labels#1#name#[\w-]{43}$/);
    expect(of('blue', '2').key).not.toEqual(of('blue').key);
    const joined = uniqueValue('labels', { owner: '1', field: 'name', values: ['a', 1] });
    expect(joined).toEqual(of('a+1'));
  });
});

describe('a unique value', () => {
  it('is taken if no record holds it', () => {
    expect(take(value, '7')).toEqual({ put: { ...key, holder: '7' }, condition: rowMissing });
  });

  it('is freed if no other record holds it', () => {
    expect(free(value, '7')).toEqual({ delete: key, condition: isOwn });
  });

  it('is shared through a row that counts the other holders', () => {
    const holders = { first: '3', second: undefined };
    expect(share(value, { id: '7', holders })).toEqual([
      { update: key, with: [{ add: 'sharers', by: 1 }], condition: rowExists },
      { put: { ...sharer('7'), holder: '7' }, condition: rowMissing },
    ]);
    expect(share(value, { id: '7', holders: undefined })).toEqual([take(value, '7')]);
  });

  it('is freed by one of several holders', () => {
    const fewer = { add: 'sharers', by: -1 };
    expect(unshare(value, { id: '7', holders: { first: '3', second: '7' } })).toEqual([
      { delete: sharer('7'), condition: rowExists },
      { update: key, with: [fewer], condition: rowExists },
    ]);
    expect(unshare(value, { id: '7', holders: { first: '7', second: '9' } })).toEqual([
      {
        update: key,
        with: [{ set: 'holder', to: '9' }, fewer],
        condition: { path: 'holder', is: '=', value: '7' },
      },
      { delete: sharer('9'), condition: rowExists },
    ]);
  });

  it('is freed by the last holder unless another has joined', () => {
    const isAlone = { any: [{ missing: 'sharers' }, { path: 'sharers', is: '=', value: 0 }] };
    expect(unshare(value, { id: '7', holders: { first: '7', second: undefined } })).toEqual([
      { delete: key, condition: { all: [{ path: 'holder', is: '=', value: '7' }, isAlone] } },
    ]);
    expect(unshare(value, { id: '7', holders: undefined })).toEqual([free(value, '7')]);
  });

  it('has the holder that its row names', () => {
    expect([firstHolder({ holder: '7' }), firstHolder({ holder: 7 }), firstHolder(undefined)]).toEqual([
      '7',
      undefined,
      undefined,
    ]);
  });
});
