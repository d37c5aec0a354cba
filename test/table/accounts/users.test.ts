import { beforeAll, describe, expect, it } from 'vitest';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as users } from '../../../functions/users/handler.ts';
import { users as userDeclaration } from '../../../shared/accounts/api/users.ts';
import { accessKey, credentialsKey } from '../../../shared/accounts/keys.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { type CallResponse, call, newAdmin, PASSWORD, type Person, signIn } from '../../support/calls.ts';
import { rawRow } from '../../support/raw-row.ts';
import { setFields } from '../../support/rows.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

let people = 0;
const person = (attributes: object = {}) => ({
  name: 'Grace',
  email: `grace-${++people}@example.com`,
  password: PASSWORD,
  role: 'label',
  ...attributes,
});

const dsps = (...ids: string[]) => ({ dsps: { data: ids.map((id) => ({ type: 'dsps', id })) } });

const post = (status: number, attributes: object, relationships = {}, token = ada.token) =>
  call(users, status, {
    method: 'POST',
    path: '/users',
    token,
    body: { data: { type: 'users', attributes, relationships } },
  });

const patch = (status: number, id: string, attributes: object, relationships = {}) =>
  call(users, status, {
    method: 'PATCH',
    path: `/users/${id}`,
    token: ada.token,
    body: { data: { type: 'users', id, attributes, relationships } },
  });

const get = async (path: string, token = ada.token) => (await call(users, 200, { path, token })).body;
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
const pointers = ({ body }: CallResponse): string[] =>
  body.errors.map(({ source }: { source?: { pointer?: string } }) => source?.pointer ?? '');
const create = async (attributes: object = {}, relationships = {}) =>
  (await post(201, person(attributes), relationships)).body.data;

describe('creating a user', () => {
  it('returns the full resource without the password', async () => {
    const attributes = person({ lastname: 'Hopper', phone: '+1 555', 'provided-by': 'import' });
    const { body, headers } = await post(201, attributes);
    const { password, ...shown } = attributes;
    expect(body.data.attributes).toEqual({
      ...shown,
      'is-disabled': false,
      'fingerprint-dsp-allowed': true,
      'streaming-dsp-allowed': true,
      'created-at': expect.any(String),
      'updated-at': expect.any(String),
    });
    expect(headers['Location']).toBe(`http://localhost:3000/api/v1/users/${body.data.id}`);
    const rows = await new Table().query({ partition: recordKey('users', body.data.id).pk });
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(rows).toHaveLength(1);
    expect((await new Table().get(credentialsKey(body.data.id)))?.['hash']).toMatch(/^scrypt\$/);
  });

  it('lets the new user sign in but use only the authentication endpoints', async () => {
    const { id, attributes } = await create();
    const token = await signIn(attributes.email.toUpperCase());
    const { body } = await call(auth, 200, { path: '/auth/me', token });
    expect(body.user).toMatchObject({ id: Number(id), name: 'Grace', email: attributes.email });
    await call(users, 403, { path: '/users', token });
  });

  it('copies DSPs, flags, capabilities and organization of the creator', async () => {
    const { id } = await create();
    const document = await get(`/users/${id}?include=white-label,parent-user,dsps`);
    const { relationships } = document.data;
    expect(relationships['white-label'].data).toEqual({ type: 'white-labels', id: ada.organizationId });
    expect(relationships['parent-user'].data).toEqual({ type: 'users', id: ada.userId });
    const mine = await get(`/users/${ada.userId}/dsps?page[size]=100`);
    expect(relationships.dsps.data.map((dsp: { id: string }) => dsp.id)).toEqual(ids(mine));
    expect(document.included.length).toBe(2 + ids(mine).length);
    const [own, new_] = await Promise.all([ada.userId, id].map((each) => new Table().get(accessKey(each))));
    expect(new_?.['capabilities']).toEqual(own?.['capabilities']);
    expect(await get(`/users/${ada.userId}/parent-user`)).toMatchObject({ data: null });
    expect((await get(`/users/${id}/white-label`)).data.id).toBe(ada.organizationId);
  });

  it('reports every broken rule together', async () => {
    const response = await post(422, {
      email: 'nonsense',
      password: 'short',
      role: 'king',
      lastname: 'x'.repeat(256),
      phone: 'x'.repeat(21),
      'provided-by': 7,
      'is-disabled': 'no',
      'fingerprint-dsp-allowed': null,
    });
    expect(new Set(pointers(response))).toEqual(
      new Set(
        ['name', 'email', 'password', 'role', 'lastname', 'phone', 'provided-by', 'is-disabled'].map(
          (name) => `/data/attributes/${name}`,
        ),
      ).add('/data/attributes/fingerprint-dsp-allowed'),
    );
  });

  it('measures lengths in characters, not bytes', async () => {
    await create({ name: '🎵'.repeat(255), phone: 'é'.repeat(20) });
    expect(pointers(await post(422, person({ name: '🎵'.repeat(256) })))).toEqual(['/data/attributes/name']);
  });

  it.each([
    ['Sevenn7', 422],
    ['Eight8ch', 201],
    ['lowercase8', 422],
    ['éàüößøÅx', 201],
    ['Ωμεγα-123', 201],
    ['\ud800Abcdefgh', 422],
  ])(
    'requires a password of eight characters with an upper-case letter: %j gives %i',
    async (password, status) => {
      const response = await post(status, person({ password }));
      if (status === 422) expect(new Set(pointers(response))).toEqual(new Set(['/data/attributes/password']));
    },
  );

  it('requires an e-mail unique on the platform, ignoring case', async () => {
    const { attributes } = await create();
    const eve = await newAdmin();
    const again = person({ email: attributes.email.toUpperCase() });
    expect(pointers(await post(422, again, {}, eve.token))).toEqual(['/data/attributes/email']);
    const fresh = person();
    const both = await Promise.allSettled([post(201, fresh), post(201, fresh, {}, eve.token)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each(['admin'])('rejects the role %s, which does not rank below that of the caller', async (role) => {
    expect(pointers(await post(403, person({ role })))).toEqual(['/data/attributes/role']);
  });

  it('reports a taken e-mail together with every other problem', async () => {
    const { attributes } = await create();
    const response = await post(422, person({ email: attributes.email, password: 'short' }));
    expect(new Set(pointers(response))).toEqual(
      new Set(['/data/attributes/email', '/data/attributes/password']),
    );
    const one = await create();
    const other = await create();
    const both = await patch(422, one.id, { email: other.attributes.email, phone: 'x'.repeat(21) });
    expect(pointers(both)).toEqual(['/data/attributes/phone', '/data/attributes/email']);
    const own = await patch(422, one.id, { email: one.attributes.email, phone: 'x'.repeat(21) });
    expect(pointers(own)).toEqual(['/data/attributes/phone']);
  });

  it('accepts only DSPs of the caller and names the others in its error', async () => {
    const { id } = await create({}, dsps('1', '4'));
    expect(ids(await get(`/users/${id}/dsps`))).toEqual(['1', '4']);
    const poor = await newAdmin();
    await setFields(userDeclaration, poor.userId, { dsps: ['1'] });
    const response = await post(422, person(), dsps('1', '4', '12'), poor.token);
    expect(pointers(response)).toEqual(['/data/relationships/dsps']);
    expect(response.body.errors[0].detail).toBe('These DSPs are not assigned to you: Beta (4), Delta (12).');
    await post(201, person(), dsps('1'), poor.token);
  });
});

describe('a user deleted during a request', () => {
  it('is not authenticated', async () => {
    const leaving = await newAdmin();
    await new Table().commit([{ delete: rawRow(recordKey('users', leaving.userId)) }]);
    await post(401, person(), {}, leaving.token);
    await call(auth, 401, { path: '/auth/me', token: leaving.token });
  });
});

describe('the DSPs of a user', () => {
  it('are the assigned DSPs in families allowed by its flags', async () => {
    const { id } = await create({ 'fingerprint-dsp-allowed': false }, dsps('1', '4', '12', '16'));
    expect(ids(await get(`/users/${id}/dsps`))).toEqual(['1', '4']);
    expect(ids(await get(`/users/${id}/relationships/dsps`))).toEqual(['1', '4']);
    const { body } = await patch(200, id, {
      'fingerprint-dsp-allowed': true,
      'streaming-dsp-allowed': false,
    });
    expect(body.data.relationships.dsps.data.map((dsp: { id: string }) => dsp.id)).toEqual(['12', '16']);
  });

  it('can be changed by PATCH under the same rule', async () => {
    const { id } = await create();
    await patch(200, id, {}, dsps('4'));
    expect(ids(await get(`/users/${id}/dsps`))).toEqual(['4']);
    const response = await patch(422, id, {}, dsps('4', '999'));
    expect(pointers(response)).toEqual(['/data/relationships/dsps']);
    expect(response.body.errors[0].detail).toContain('999');
    await patch(200, id, {}, dsps());
    expect(ids(await get(`/users/${id}/dsps`))).toEqual([]);
  });
});

describe('changing a user', () => {
  it('changes the fields sent and keeps the others', async () => {
    const { id, attributes } = await create({ lastname: 'Hopper' });
    const { body } = await patch(200, id, { name: 'Rear Admiral' });
    expect(body.data.attributes).toMatchObject({
      ...attributes,
      name: 'Rear Admiral',
      'updated-at': expect.any(String),
    });
  });

  it('never changes the password', async () => {
    const { id, attributes } = await create();
    expect(pointers(await patch(422, id, { password: 'Another-Horse-1' }))).toEqual([
      '/data/attributes/password',
    ]);
    await signIn(attributes.email);
  });

  it('moves sign-in to the new e-mail and frees the old one', async () => {
    const { id, attributes } = await create();
    const email = person().email;
    await patch(200, id, { email });
    await signIn(email);
    await create({ email: attributes.email });
    expect(pointers(await patch(422, id, { email: attributes.email }))).toEqual(['/data/attributes/email']);
  });

  it('ends all sessions immediately when it disables the user', async () => {
    const { id, attributes } = await create();
    const token = await signIn(attributes.email);
    await patch(200, id, { 'is-disabled': true });
    await call(auth, 401, { path: '/auth/me', token });
    await patch(200, id, { 'is-disabled': false });
    await call(auth, 401, { path: '/auth/me', token });
    await call(auth, 200, { path: '/auth/me', token: await signIn(attributes.email) });
  });

  it('applies a new role to the next request', async () => {
    const { id } = await create({ role: 'analyst' });
    await patch(200, id, { role: 'manager' });
    expect((await new Table().get(accessKey(id)))?.['role']).toBe('manager');
    await patch(403, id, { role: 'admin' });
  });

  it('is limited to name, lastname and phone if the user is the caller', async () => {
    await patch(200, ada.userId, { name: 'Ada', lastname: 'Lovelace', phone: '1' });
    const response = await patch(403, ada.userId, { role: 'label', 'is-disabled': true, name: 'X' });
    expect(pointers(response)).toEqual(['/data/attributes/role', '/data/attributes/is-disabled']);
    await patch(403, ada.userId, {}, dsps('1'));
    await patch(403, ada.userId, { email: 'new@example.com' });
    expect((await get(`/users/${ada.userId}`)).data.attributes.name).toBe('Ada');
  });

  it('does not reach users of another organization', async () => {
    const eve = await newAdmin();
    const { id } = await create();
    const body = { data: { type: 'users', id, attributes: { name: 'Stolen' } } };
    await call(users, 403, { method: 'PATCH', path: `/users/${id}`, token: eve.token, body });
    await call(users, 403, { path: `/users/${id}/dsps`, token: eve.token });
    await call(users, 403, { path: `/white-labels/${ada.organizationId}`, token: eve.token });
    expect(ids(await get('/users', eve.token))).toEqual([eve.userId]);
  });
});

describe('the list of users', () => {
  it('can be filtered by every documented filter', async () => {
    const eve = await newAdmin();
    const make = async (attributes: object) => (await post(201, person(attributes), {}, eve.token)).body.data;
    const anna = await make({ name: 'Anna', role: 'manager', lastname: 'Z' });
    const bert = await make({ name: 'Bert', role: 'artist', lastname: 'A', 'is-disabled': true });
    const find = async (query: string) => ids(await get(`/users?${query}`, eve.token));
    expect(await find(`filter[id]=${anna.id},${bert.id}`)).toEqual([anna.id, bert.id]);
    expect(await find('filter[name]=Anna')).toEqual([anna.id]);
    expect(await find('filter[name]=Ann')).toEqual([]);
    expect(await find('filter[names]=Anna,Bert')).toEqual([anna.id, bert.id]);
    expect(await find(`filter[email]=${bert.attributes.email}`)).toEqual([bert.id]);
    expect(await find(`filter[emails]=${bert.attributes.email},${anna.attributes.email}`)).toHaveLength(2);
    expect(await find('filter[role]=artist')).toEqual([bert.id]);
    for (const yes of ['true', '1']) expect(await find(`filter[is-disabled]=${yes}`)).toEqual([bert.id]);
    for (const no of ['false', '0'])
      expect(await find(`filter[is-disabled]=${no}`)).toEqual([eve.userId, anna.id]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await find(`filter[created-at]=${today}`)).toHaveLength(3);
    expect(await find('filter[updated-at]=2020-01-01')).toEqual([]);
    expect(await find('sort=-lastname')).toEqual([anna.id, bert.id, eve.userId]);
    expect(await find('sort=name')).toEqual([eve.userId, anna.id, bert.id]);
    for (const bad of ['filter[role]=king', 'filter[is-disabled]=yes', 'filter[created-at]=yesterday']) {
      await call(users, 400, { path: `/users?${bad}`, token: eve.token });
    }
  });

  it('has an action that lists the assignable roles', async () => {
    expect((await get('/users/assignable-roles')).data).toEqual([
      { slug: 'manager', name: 'Manager' },
      { slug: 'label', name: 'Label' },
      { slug: 'artist', name: 'Artist' },
      { slug: 'analyst', name: 'Analyst' },
    ]);
  });
});
