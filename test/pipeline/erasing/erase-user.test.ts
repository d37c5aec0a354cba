/** Erased users, and what is left of them. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as users } from '../../../functions/users/handler.ts';
import { handler as webhooks } from '../../../functions/webhooks/handler.ts';
import { journalKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { CLAIM_SECONDS } from '../../../shared/kit/work/claim.ts';
import { call, newAdmin, PASSWORD, type Person } from '../../support/calls.ts';
import { command, problemsOf, rejectedCommand } from '../../support/distribution/stores.ts';
import { expectAllowed } from '../../support/grants.ts';
import { allRows } from '../../support/invariants.ts';
import { rejectedAtEveryCall } from '../every-step.ts';
import { saveStage } from '../saved-stage.ts';
import { beforeWrite, stopBeforeWrite } from '../steps.ts';
import { skipStream, workFor } from '../stream-stage.ts';
import { pass, queue, redeliver } from '../work-stage.ts';
import {
  EMAIL,
  erase,
  FINISHED_MINUTES,
  fillDetails,
  NAME,
  newEve,
  TEXTS,
  useErasingUsers,
} from './erasing-users.ts';
import { lettersLeft, letterWith } from './set-aside-letters.ts';

const { accesses, found } = useErasingUsers();
let ada: Person;
let eve: Person;

describe('an erased user', () => {
  beforeEach(async () => {
    ada = await newAdmin();
    eve = await newEve(ada, EMAIL);
    await fillDetails(eve);
  });

  it('cannot sign in, has no session, and cannot be changed or enabled again', async () => {
    expect(Object.keys(await found(TEXTS))).toEqual(TEXTS.slice(0, 4));
    const attributes = { url: 'https://127.0.0.1:9/hook', events: ['delivery.created'] };
    const body = { data: { type: 'webhook-endpoints', attributes } };
    const path = '/webhook-endpoints';
    await call(webhooks, 201, { method: 'POST', path, token: eve.token, body });
    await erase(eve.userId);
    await call(auth, 401, { path: '/auth/me', token: eve.token });
    for (const email of [EMAIL, `erased-${eve.userId}@erased.invalid`]) {
      const body = { grant_type: 'password', email, password: PASSWORD };
      await call(auth, 422, {
        ...{ method: 'POST', path: '/oauth/token', body },
        headers: { 'content-type': 'application/json' },
      });
      expect(await rejectedCommand('reset-password', { email, password: PASSWORD })).toBe('unknown_record');
    }
    const id = eve.userId;
    expect(await rejectedCommand('disable-user', { 'user-id': id, enable: true })).toBe('user_erased');
    expect(await rejectedCommand('change-email', { 'user-id': id, email: EMAIL })).toBe('user_erased');
    expect(await command('find-user', { user: id })).toMatchObject({
      ...{ id, name: 'Erased', lastname: null, email: `erased-${id}@erased.invalid` },
      ...{ disabled: true, sessions: 0 },
    });
    await workFor(FINISHED_MINUTES);
    expect(await command('show-organization', { id: ada.organizationId })).toMatchObject({
      endpoints: [{ user: id, active: false }],
    });
  });

  it('appears nowhere once the erasure has finished, and the e-mail address is free', async () => {
    expect(await erase(eve.userId)).toMatchObject({ 'finished-at': null, removed: null });
    await workFor(FINISHED_MINUTES);
    expect(await erase(eve.userId)).toMatchObject({ 'finished-at': expect.stringMatching(/^\d{4}-/) });
    expect(await found(TEXTS)).toEqual({});
    eve = await newEve(ada, EMAIL);
    await erase(eve.userId);
    await workFor(FINISHED_MINUTES);
  });

  it('is shown in its erased state when the request that created it is repeated', async () => {
    const attributes = {
      ...{ name: NAME, email: `other-${EMAIL}`, password: PASSWORD, role: 'label' },
      'provided-by': 'from-the-old-system',
    };
    const request = {
      ...{ method: 'POST', path: '/users', token: ada.token },
      headers: { 'idempotency-key': 'k1' },
      body: { data: { type: 'users', attributes } },
    };
    const { body } = await call(users, 201, request);
    await erase(body.data.id);
    await erase(eve.userId);
    await workFor(FINISHED_MINUTES);
    expect(await found(TEXTS)).toEqual({});
    const repeated = await call(users, 201, request);
    expect(repeated.body.data).toMatchObject({
      id: body.data.id,
      attributes: { name: 'Erased', phone: null },
    });
    const patch = { type: 'users', id: body.data.id, attributes: { name: NAME } };
    const path = `/users/${body.data.id}`;
    const changing = { method: 'PATCH', path, token: ada.token, body: { data: patch } };
    const rejected = await call(users, 409, changing);
    expect(rejected.body.errors).toMatchObject([{ code: 'user_erased' }]);
  });
});

describe('dead letters of changes', () => {
  it('lose the entries of an erased user, and no others', async () => {
    ada = await newAdmin();
    const ben = await newAdmin();
    eve = await newEve(ada, `eve-${randomUUID()}@example.com`);
    const entries = [{ id: eve.userId, version: 1, slim: { name: NAME } }];
    const row = (of: Person) => ({ ...journalKey('users', of.organizationId, '2026-11-28#1'), entries });
    await letterWith(row(ada));
    await letterWith(row(ben));
    await letterWith({ pk: 'albums#17', sk: '#' });
    await erase(eve.userId);
    await workFor(FINISHED_MINUTES);
    expect(await erase(eve.userId)).toMatchObject({ removed: { 'dead letters': 1 } });
    expect(lettersLeft().toSorted()).toEqual([
      'albums#17 #',
      `journal#users#${ben.organizationId} 2026-11-28#1`,
    ]);
  });
});

describe('the log of commands', () => {
  it('has no names and addresses, but the ids of users that commands created or found', async () => {
    ada = await newAdmin();
    eve = await newEve(ada, EMAIL);
    pass(1);
    await command('reset-password', { email: EMAIL, password: PASSWORD });
    const { commands } = Object(await command('list-commands', { organization: ada.organizationId }));
    expect(commands).toMatchObject([
      { command: 'reset-password', user: eve.userId, arguments: {} },
      {
        command: 'add-admin',
        user: eve.userId,
        arguments: { 'organization-user-id': ada.userId },
      },
    ]);
    expect(JSON.stringify(commands)).not.toContain(NAME);
  });

  it('loses names that earlier versions recorded, by the erasure or by reindex', async () => {
    const rows = (await allRows()).filter(({ command: name }) => name === 'add-admin');
    expect(rows.length).toBeGreaterThan(0);
    const record = async () => {
      const old = JSON.stringify({ 'organization-user-id': ada.userId, name: NAME, email: EMAIL });
      for (const { pk, sk } of rows)
        await new Table().commit([
          { update: { pk: String(pk), sk: String(sk) }, with: [{ set: 'arguments', to: old }] },
        ]);
    };
    const recorded = async () =>
      JSON.stringify((await allRows()).filter(({ command: name }) => name === 'add-admin'));
    await record();
    expect(await recorded()).toContain(EMAIL);
    await command('reindex', {});
    expect(await recorded()).not.toContain(EMAIL);
    await record();
    await erase(eve.userId);
    await workFor(FINISHED_MINUTES);
    const own = rows.filter(({ ownerKey }) => ownerKey === `${ada.organizationId}#commands`);
    expect(own.length).toBeGreaterThan(0);
    const left = JSON.parse(await recorded());
    for (const { sk } of own)
      expect(left.find((row: { sk: unknown }) => row.sk === sk).arguments).not.toContain(EMAIL);
    await command('reindex', {});
  });
});

describe('an erasure', () => {
  it('ends even if the table rejects any one call', async () => {
    ada = await newAdmin();
    eve = await newEve(ada, EMAIL);
    const putBack = await saveStage({ queues: queue() });
    const begin = async () => {
      await putBack();
      await skipStream();
      queue().lose();
      await erase(eve.userId);
    };
    const end = async (about: string) => {
      pass(CLAIM_SECONDS);
      redeliver();
      await workFor(FINISHED_MINUTES + 3);
      expect(await erase(eve.userId), about).toMatchObject({ 'finished-at': expect.any(String) });
      expect(await found(TEXTS), about).toEqual({});
    };
    const run = () => workFor(FINISHED_MINUTES).catch(() => undefined);
    expect(await rejectedAtEveryCall({ begin, run, end })).toBeGreaterThan(5);
  });
});

describe('the last administrator who can sign in', () => {
  beforeEach(async () => {
    ada = await newAdmin();
  });

  it('cannot be erased', async () => {
    eve = await newEve(ada, `eve-${randomUUID()}@example.com`, 'Eve');
    await command('disable-user', { 'user-id': eve.userId });
    expect(await problemsOf('erase-user', { 'user-id': ada.userId })).toMatchObject([
      { code: 'last_administrator', detail: expect.stringContaining('add-admin') },
    ]);
    await erase(eve.userId);
    await call(auth, 200, { path: '/auth/me', token: ada.token });
  });

  it('remains when two are erased concurrently', async () => {
    eve = await newEve(ada, `eve-${randomUUID()}@example.com`, 'Eve');
    // The first write is the entry in the log of commands, and the second the decision about the other administrator.
    beforeWrite(2, async () => void (await erase(eve.userId)));
    expect(await rejectedCommand('erase-user', { 'user-id': ada.userId })).toBe('last_administrator');
    expect(stopBeforeWrite().isDone).toBe(true);
    await call(auth, 200, { path: '/auth/me', token: ada.token });
    await call(auth, 401, { path: '/auth/me', token: eve.token });
  });
});

it('an unknown user cannot be erased', async () => {
  expect(await problemsOf('erase-user', { 'user-id': '7' })).toMatchObject([{ code: 'unknown_record' }]);
});

it('erase-data is allowed to do all this', () => {
  expect(accesses.length).toBeGreaterThan(100);
  expectAllowed(accesses, 'erase-data');
});
