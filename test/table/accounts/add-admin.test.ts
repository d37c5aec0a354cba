import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { handler as users } from '../../../functions/users/handler.ts';
import { credentialsKey } from '../../../shared/accounts/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { call, newAdmin, PASSWORD, type Person, send, setCapabilities, signIn } from '../../support/calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
  await setCapabilities(ada, { video: true });
});

const address = () => `grace-${randomUUID()}@example.com`;
const run = (command: string, id: string, given: object) =>
  operate({ command, positionals: [id], arguments: given, actor: 'test' });
const add = (email: string, id = ada.userId) =>
  run('add-admin', id, { name: 'Grace', email, 'admin-password': PASSWORD });
const changeEmail = (id: string, email: string) => run('change-email', id, { email });
const rejection = (code: string, detail: string) => ({ problems: [{ code, detail }] });
const statusOfSignIn = async (username: string) => {
  const headers = { 'content-type': 'application/json' };
  const body = { email: username, password: PASSWORD, grant_type: 'password' };
  return (await send(auth, { method: 'POST', path: '/oauth/token', headers, body })).status;
};

describe('add-admin', () => {
  it('creates an admin with the organization, DSPs and capabilities of the given user', async () => {
    const email = address();
    const outcome = await add(email);
    expect(outcome).toEqual({
      result: { 'organization-id': ada.organizationId, 'admin-id': expect.any(String) },
    });
    const id = 'result' in outcome ? String(Object(outcome.result)['admin-id']) : '';
    const token = await signIn(email);
    const own = (await call(users, 200, { path: `/users/${id}?include=dsps`, token })).body.data;
    const hers = (await call(users, 200, { path: `/users/${ada.userId}?include=dsps`, token })).body.data;
    expect(own.attributes).toMatchObject({ name: 'Grace', email, role: 'admin' });
    expect(own.relationships.dsps.data).toEqual(hers.relationships.dsps.data);
    expect(hers.relationships.dsps.data).not.toEqual([]);
    const changed = await run('set-capabilities', id, {});
    expect(changed).toHaveProperty('result.capabilities', ['video']);
  });

  it('creates one admin for two concurrent commands with one address', async () => {
    const email = address();
    const outcomes = await Promise.all([add(email), add(email.toUpperCase())]);
    expect(outcomes.filter((outcome) => 'result' in outcome)).toHaveLength(1);
    expect(outcomes).toContainEqual({
      problems: [
        { code: 'value_taken', detail: expect.stringMatching(/^--email: .* already has an account/) },
      ],
    });
  });

  it('rejects an unknown user and a weak password', async () => {
    expect(await add(address(), '17')).toEqual(rejection('unknown_record', 'There is no user 17.'));
    const given = { name: 'Grace', email: address(), 'admin-password': 'weak' };
    expect(await run('add-admin', ada.userId, given)).toMatchObject({ problems: [{}, {}] });
  });
});

describe('change-email', () => {
  it('lets the user sign in immediately and only with the new address', async () => {
    const person = await newAdmin();
    const email = address();
    const result = { 'user-id': person.userId, email };
    expect(await changeEmail(person.userId, email)).toEqual({ result });
    expect([await statusOfSignIn(email), await statusOfSignIn(person.email)]).toEqual([200, 422]);
    const { body } = await call(auth, 200, { path: '/auth/me', token: person.token });
    expect(body.user.email).toBe(email);
    expect(await changeEmail(person.userId, email)).toEqual({ result });
    expect(await new Table().get(credentialsKey(person.userId))).toBeDefined();
  });

  it('frees the former address, and gives one address to only one of two users', async () => {
    const person = await newAdmin();
    const other = await newAdmin();
    await changeEmail(person.userId, address());
    expect(await changeEmail(other.userId, person.email)).toHaveProperty('result');
    const wanted = address();
    const outcomes = await Promise.all([
      changeEmail(person.userId, wanted),
      changeEmail(other.userId, wanted),
    ]);
    expect(outcomes).toContainEqual(rejection('value_taken', `--email: ${wanted} already has an account.`));
    expect(outcomes.filter((outcome) => 'result' in outcome)).toHaveLength(1);
    expect(await statusOfSignIn(wanted)).toBe(200);
  });

  it('rejects an address of another user, an unknown user and a missing address', async () => {
    const person = await newAdmin();
    const taken = ada.email.toUpperCase();
    expect(await changeEmail(person.userId, taken)).toEqual(
      rejection('value_taken', `--email: ${taken} already has an account.`),
    );
    expect(await statusOfSignIn(person.email)).toBe(200);
    expect(await changeEmail('17', address())).toEqual(rejection('unknown_record', 'There is no user 17.'));
    expect(await changeEmail(person.userId, 'nobody')).toMatchObject({
      problems: [{ code: 'invalid_value' }],
    });
  });
});
