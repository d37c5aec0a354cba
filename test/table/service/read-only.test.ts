/** An organization that is being moved. Its users can sign in and read, but change nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { callers } from '../../../shared/accounts/sign-in/callers.ts';
import { routesOf } from '../../../shared/kit/declare/routes.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { call, newAdmin, type Person, send, signIn } from '../../support/calls.ts';
import { ask, create } from '../../support/distribution/release.ts';
import { command, problemsOf, useStores } from '../../support/distribution/stores.ts';
import { linesOf, useMoves } from '../../support/moves.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
const moves = useMoves();
let ada: Person;
let eve: Person;
let label: string;
beforeAll(async () => {
  process.env['CHANGE_DEAD_LETTER_URL'] = process.env['STORE_QUEUE_URL'];
  process.env['QUEUE_NAMES'] = '{}';
  ada = await newAdmin();
  const email = `${ada.userId}-eve@example.com`;
  const admin = { name: 'Eve', email, 'admin-password': 'Correct-Horse-1' };
  const { 'admin-id': userId } = Object(
    await command('add-admin', { 'organization-user-id': ada.userId, ...admin }),
  );
  eve = { ...ada, userId, email, token: await signIn(email) };
  label = await create(ada, 'labels', { attributes: { name: 'Blue Room' } });
  expect(await command('set-read-only', { 'organization-id': ada.organizationId })).toEqual({
    'organization-id': ada.organizationId,
    'read-only': true,
    users: 2,
  });
});

const waiting = async (): Promise<readonly object[]> =>
  Object(await command('list-waiting', {})).items.filter(
    ({ what }: { what: string }) => what === 'read-only organization',
  );

describe('a read-only organization', () => {
  it.each([
    ['POST', (): string => '/labels', { type: 'labels', attributes: { name: 'New' } }],
    ['PATCH', (): string => `/labels/${label}`, { type: 'labels', attributes: { name: 'Renamed' } }],
    ['DELETE', (): string => `/labels/${label}`, undefined],
  ] as const)('rejects every %s by its users with a clear error', async (method, path, data) => {
    for (const { token } of [ada, eve]) {
      const body = data && { data: { ...data, ...(method === 'PATCH' && { id: label }) } };
      const { body: rejected }: { body: { errors: unknown } } = await call(labels, 403, {
        method,
        path: path(),
        token,
        ...(body && { body }),
      });
      expect(rejected.errors).toMatchObject([
        { code: 'organization_read_only', detail: expect.stringContaining('is being moved') },
      ]);
    }
  });

  it('lets its users sign in, read and sign out', async () => {
    const token = await signIn(eve.email);
    await call(labels, 200, { path: '/labels', token });
    await call(labels, 200, { method: 'HEAD', path: '/labels', token });
    await call(auth, 200, { method: 'POST', path: '/auth/logout', token });
    await call(labels, 401, { path: '/labels', token });
  });

  it('does not let passwords change, which are moved', async () => {
    const body = { current_password: 'Correct-Horse-1', new_password: 'Correct-Horse-2' };
    const headers = { 'content-type': 'application/json' };
    const sent = { method: 'POST', path: '/auth/password', token: eve.token, headers, body };
    expect((await send(auth, sent)).status).toBe(403);
  });

  it('can get administrators from operators, who cannot change anything either', async () => {
    const email = `${ada.userId}-grace@example.com`;
    const admin = { name: 'Grace', email, 'admin-password': 'Correct-Horse-1' };
    await command('add-admin', { 'organization-user-id': ada.userId, ...admin });
    const body = { data: { type: 'labels', attributes: { name: 'New' } } };
    await call(labels, 403, { method: 'POST', path: '/labels', token: await signIn(email), body });
  });

  it('is listed among what waits for operators', async () => {
    expect(await waiting()).toMatchObject([
      {
        id: ada.organizationId,
        since: expect.stringMatching(/^\d{4}-/),
        resolve: expect.stringContaining(`set-read-only ${ada.organizationId} --end`),
      },
    ]);
    const shown = await command('show-organization', { id: ada.organizationId });
    expect(shown).toMatchObject({ 'read-only-since': expect.stringMatching(/^\d{4}-/) });
    expect(Object(await command('list-organizations', {})).items).toContainEqual(
      expect.objectContaining({ id: ada.organizationId }),
    );
  });

  it('is exported as writable', async () => {
    const folder = await moves.exported(ada.organizationId);
    const files = ['white-labels', 'users'].map((name) => JSON.stringify(linesOf(folder, name)));
    expect(files.join()).not.toMatch(/read-?only/i);
  });

  it('becomes writable again only when the mode ends', async () => {
    const given = { 'organization-id': ada.organizationId };
    await command('set-read-only', given);
    expect(await waiting()).toHaveLength(1);
    await command('set-read-only', { ...given, end: true });
    await command('set-read-only', { ...given, end: true });
    expect(await waiting()).toEqual([]);
    for (const person of [ada, eve])
      await create(person, 'labels', { attributes: { name: `Of ${person.userId}` } });
    await ask(ada, 200, 'GET', `/labels/${label}`);
  });
});

it('a user of a read-only organization can use exactly the routes that change nothing', () => {
  const caller = {
    userId: '1',
    organizationId: '2',
    role: 'admin',
    sessionId: '',
    capabilities: new Set<never>(),
    isReadOnly: true,
  } as const;
  const open = routesOf(definitions).filter((route) => {
    if (route.access === 'public') return false;
    try {
      callers.authorize(caller, route);
      return true;
    } catch {
      return false;
    }
  });
  const writing = open.filter(({ method }) => method !== 'GET');
  expect(writing.map(({ path }) => path).toSorted()).toEqual(['/auth/logout', '/auth/logout-all']);
  expect(open.length).toBeGreaterThan(50);
});

it('an unknown organization cannot be made read-only', async () => {
  expect(await problemsOf('set-read-only', { 'organization-id': '17' })).toMatchObject([
    { code: 'unknown_record' },
  ]);
  expect(await new Table().get({ pk: 'access#17', sk: '#' })).toBeUndefined();
});
