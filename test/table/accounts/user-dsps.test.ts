/** DSPs of users, when flags hide some of them, or the assigning user concurrently loses one. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as users } from '../../../functions/users/handler.ts';
import { users as userDeclaration } from '../../../shared/accounts/api/users.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { type CallResponse, call, newAdmin, PASSWORD, type Person } from '../../support/calls.ts';
import { setFields } from '../../support/rows.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const person = (attributes: object = {}) => ({
  name: 'Grace',
  email: `${randomUUID()}@example.com`,
  password: PASSWORD,
  role: 'label',
  ...attributes,
});

const dsps = (...ids: string[]) => ({ dsps: { data: ids.map((id) => ({ type: 'dsps', id })) } });
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
const pointers = ({ body }: CallResponse): string[] =>
  body.errors.map(({ source }: { source?: { pointer?: string } }) => source?.pointer ?? '');

async function create(attributes: object, relationships: object, { token } = ada): Promise<string> {
  const body = { data: { type: 'users', attributes: person(attributes), relationships } };
  return (await call(users, 201, { method: 'POST', path: '/users', token, body })).body.data.id;
}

describe('a DSP that the caller loses while assigning it', () => {
  it.each(['POST', 'PATCH'])('is not assigned by %s', async (method) => {
    const caller = await newAdmin();
    const id = await create({}, dsps('1'), caller);
    const { commit } = Table.prototype;
    let isLost = false;
    const spy = vi.spyOn(Table.prototype, 'commit').mockImplementation(async function (
      this: Table,
      writes,
      options,
    ) {
      if (writes.length > 1 && !isLost) {
        isLost = true;
        await setFields(userDeclaration, caller.userId, { dsps: ['1'] });
      }
      return commit.call(this, writes, options);
    });
    const relationships = dsps('1', '4');
    const data =
      method === 'POST'
        ? { type: 'users', attributes: person(), relationships }
        : { type: 'users', id, relationships };
    const path = method === 'POST' ? '/users' : `/users/${id}`;
    try {
      const { body } = await call(users, 422, { method, path, token: caller.token, body: { data } });
      expect(body.errors[0].detail).toContain('Beta (4)');
    } finally {
      spy.mockRestore();
    }
  });
});

describe('the relationship of a user to its DSPs', () => {
  const write = (status: number, method: string, id: string, list: string[]) =>
    call(users, status, {
      method,
      path: `/users/${id}/relationships/dsps`,
      token: ada.token,
      body: { data: list.map((dsp) => ({ type: 'dsps', id: dsp })) },
    });

  it('keeps DSPs hidden by its flags when others are added or removed', async () => {
    const id = await create({ 'fingerprint-dsp-allowed': false }, dsps('1', '12'));
    expect(ids((await write(200, 'POST', id, ['4'])).body)).toEqual(['1', '4']);
    expect(ids((await write(200, 'DELETE', id, ['1'])).body)).toEqual(['4']);
    const { token } = ada;
    const body = { data: { type: 'users', id, attributes: { 'fingerprint-dsp-allowed': true } } };
    await call(users, 200, { method: 'PATCH', path: `/users/${id}`, token, body });
    expect(ids((await call(users, 200, { path: `/users/${id}/dsps`, token })).body)).toEqual(['12', '4']);
  });

  it('reports invalid linkage with pointers into the linkage document', async () => {
    const id = await create({}, dsps('1'));
    expect(pointers(await write(422, 'PATCH', id, ['999']))).toEqual(['/data']);
    expect(pointers(await write(403, 'PATCH', ada.userId, ['1']))).toEqual(['/data']);
  });
});
