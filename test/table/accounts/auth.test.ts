import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { accessKey, credentialsKey } from '../../../shared/accounts/keys.ts';
import { admit, openSession } from '../../../shared/accounts/sign-in/access.ts';
import { newSessionId, sessionsOf, toBytes } from '../../../shared/accounts/sign-in/sessions.ts';
import { countSignIn } from '../../../shared/accounts/sign-in/sign-in-limit.ts';
import { issueToken, readToken } from '../../../shared/accounts/sign-in/tokens.ts';
import { newRequestState } from '../../../shared/kit/http/request-state.ts';
import { rowExists } from '../../../shared/kit/table/expressions.ts';
import type { Meter } from '../../../shared/kit/table/meter.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { call, newAdmin, PASSWORD, type Person, signIn, signUp } from '../../support/calls.ts';
import { eventOf } from '../../support/event-of.ts';
import { withTable } from '../../support/table.ts';

withTable({ rateLimits: { reads: 30, writes: 20, account: 600, logins: 10, loginsPerAddress: 40 } });
let ada: Person;
beforeAll(async () => {
  ada = await signUp();
});

const json = { 'content-type': 'application/json' };
let addresses = 0;
const freshAddress = () => `198.51.100.${++addresses}`;

const attempt = (status: number, body: unknown, sourceAddress = freshAddress()) =>
  call(auth, status, { method: 'POST', path: '/oauth/token', body, headers: json, sourceAddress });

const sessions = async (userId: string) => sessionsOf((await new Table().get(accessKey(userId))) ?? {});

async function crowd(userId: string, ids: readonly string[]): Promise<void> {
  const all = new Set(ids.map(toBytes));
  await new Table().commit([{ update: accessKey(userId), with: [{ join: 'live', elements: all }] }]);
}

/** @returns the writes of opening one more session. */
async function openedBy(userId: string): Promise<Meter> {
  const row = (await new Table().get(accessKey(userId))) ?? {};
  const table = new Table();
  const proof = { check: credentialsKey(userId), condition: rowExists };
  await openSession(table, row, { userId, expires: 4_000_000_000, now: new Date(), proof });
  return table.meter;
}

describe('signing in', () => {
  it('issues a bearer token valid for an hour', async () => {
    const { body } = await attempt(200, { email: ada.email, password: PASSWORD, grant_type: 'password' });
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 });
    const { exp = 0, iat = 0 } = decodeJwt(body.access_token);
    expect(exp - iat).toBe(3600);
  });

  it('ignores the case of the e-mail', async () => {
    await attempt(200, { email: ` ${ada.email.toUpperCase()} `, password: PASSWORD, grant_type: 'password' });
  });

  it('responds identically to a wrong e-mail and a wrong password', async () => {
    const wrong = await attempt(422, { email: ada.email, password: 'Wrong-Horse-1', grant_type: 'password' });
    const unknown = await attempt(422, {
      email: 'nobody@example.com',
      password: PASSWORD,
      grant_type: 'password',
    });
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body.errors).toEqual([
      { status: '422', title: expect.any(String), detail: expect.any(String), source: { pointer: '/email' } },
    ]);
  });

  it('reports every missing or invalid member', async () => {
    const { body } = await attempt(422, { grant_type: 'refresh_token' });
    const pointers = body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer);
    expect(pointers).toEqual(['/email', '/password', '/grant_type']);
    await attempt(400, []);
    await attempt(400, '{');
    await attempt(422, { email: 1, password: {}, grant_type: 'password' });
  });

  it('responds to a very long e-mail like an unknown one', async () => {
    const email = '\u{1d160}'.repeat(255);
    const { body } = await attempt(422, { email, password: PASSWORD, grant_type: 'password' });
    expect(body.errors).toMatchObject([{ source: { pointer: '/email' } }]);
  });

  it('reports a disabled account only if the password is right', async () => {
    const eve = await newAdmin();
    const disable = [{ set: 'disabled', to: true }];
    await new Table().commit([{ update: accessKey(eve.userId), with: disable }]);
    const right = await attempt(422, { email: eve.email, password: PASSWORD, grant_type: 'password' });
    expect(right.body.errors[0]).toMatchObject({ code: 'account_disabled', source: { pointer: '/email' } });
    const wrong = await attempt(422, { email: eve.email, password: 'Wrong-Horse-1', grant_type: 'password' });
    expect(wrong.body.errors[0]).not.toHaveProperty('code');
    await call(labels, 401, { path: '/labels', token: eve.token });
  });

  it('is rate-limited per e-mail and address, and per address', async () => {
    const now = new Date();
    const count = async (email: string, sourceAddress: string, at = now) => {
      const state = { ...newRequestState(eventOf({ path: '/oauth/token', sourceAddress }), at) };
      await countSignIn(state, email);
      return state.budget;
    };
    const near = freshAddress();
    const far = freshAddress();
    for (let used = 1; used <= 10; used++)
      expect(await count('ada', near)).toMatchObject({ limit: 10, used });
    await expect(count('ada', near)).rejects.toThrow('rate_limit_exceeded');
    expect(await count('ada', far)).toMatchObject({ used: 1 });
    for (let used = 1; used <= 29; used++) await count(`other-${used}`, near);
    await expect(count('one more', near)).rejects.toThrow('rate_limit_exceeded');
    expect(await count('ada', near, new Date(now.getTime() + 60_000))).toMatchObject({ used: 1 });
  });

  it('keeps at most 100 sessions, removing expired ones first and then the oldest', async () => {
    const eve = await newAdmin();
    const now = Math.floor(Date.now() / 1000);
    const over = Array.from({ length: 30 }, (_, index) => newSessionId(now - index));
    const alive = Array.from({ length: 120 }, (_, index) => newSessionId(now + 1000 + index));
    await crowd(eve.userId, [...over, ...alive]);
    const token = await signIn(eve.email);
    const after = await sessions(eve.userId);
    expect(after).toHaveLength(100);
    const own = [eve.token, token].map((each) => String(decodeJwt(each).jti));
    expect(new Set(after)).toEqual(new Set([...alive.slice(-98), ...own]));
    await call(auth, 200, { path: '/auth/me', token });
  });

  it('removes expired sessions only when there is no room, up to 100 at a time', async () => {
    const eve = await newAdmin();
    const over = Array.from({ length: 400 }, (_, index) => newSessionId(index));
    await crowd(eve.userId, over.slice(0, 98));
    expect(await openedBy(eve.userId)).toMatchObject({ calls: 1, writeUnits: 4 });
    expect(await sessions(eve.userId)).toHaveLength(99 + 1);
    await crowd(eve.userId, over);
    expect(await openedBy(eve.userId)).toMatchObject({ calls: 2 });
    expect(await sessions(eve.userId)).toHaveLength(3);
  });
});

describe('signing in with a form', () => {
  const form = (status: number, body: string | Buffer, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'content-type': type };
    return call(auth, status, {
      method: 'POST',
      path: '/oauth/token',
      body,
      headers,
      sourceAddress: freshAddress(),
    });
  };
  const encoded = (parameters: Readonly<Record<string, string>>): string =>
    new URLSearchParams({ grant_type: 'password', ...parameters }).toString();
  const pointersOf = ({ body }: { body: { errors: readonly { source: { pointer: string } }[] } }) =>
    body.errors.map(({ source }) => source.pointer);

  it.each(['username', 'email'])('takes the e-mail as %s and ignores other parameters', async (name) => {
    const sent = encoded({ [name]: ada.email, password: PASSWORD, scope: '', client_id: 'app' });
    const { body } = await form(200, sent);
    await call(auth, 200, { path: '/auth/me', token: body.access_token });
  });

  it('accepts a form that the gateway passes as base64, with a charset', async () => {
    const sent = Buffer.from(encoded({ username: ada.email, password: PASSWORD }));
    await form(200, sent, 'Application/X-WWW-Form-Urlencoded; charset=UTF-8');
  });

  it('rejects wrong credentials as in JSON', async () => {
    const json = await attempt(422, { email: ada.email, password: 'Wrong-Horse-1', grant_type: 'password' });
    const sent = encoded({ username: ada.email, password: 'Wrong-Horse-1' });
    expect((await form(422, sent)).body).toEqual(json.body);
  });

  it('reports every missing, empty, repeated or invalid parameter', async () => {
    expect(pointersOf(await form(422, 'grant_type=refresh_token&password='))).toEqual([
      '/email',
      '/password',
      '/grant_type',
    ]);
    for (const empty of ['', '&', 'email=&password'])
      expect(pointersOf(await form(422, empty))).toEqual(['/email', '/password', '/grant_type']);
    const repeated = `${encoded({ username: ada.email, password: PASSWORD })}&email=${ada.email}&password=${PASSWORD}`;
    expect(pointersOf(await form(422, repeated))).toEqual(['/email', '/password']);
    expect(pointersOf(await form(422, encoded({ username: ada.email, password: 'A\0' })))).toEqual([
      '/password',
    ]);
  });

  it('rejects a body that is not a form or exceeds 1 MB', async () => {
    const { body } = await form(400, 'grant_type=password&password=50%');
    expect(body.errors).toMatchObject([{ code: 'malformed_form' }]);
    await form(422, '{"email":"a"}');
    await form(415, encoded({}), 'multipart/form-data');
    await form(413, `username=${'a'.repeat(1024 * 1024)}`);
    await call(auth, 415, {
      method: 'POST',
      path: '/auth/logout',
      token: ada.token,
      body: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });
});

describe('a session', () => {
  it('shows its user in snake_case with a numeric id', async () => {
    const { body, headers } = await call(auth, 200, { path: '/auth/me', token: ada.token });
    expect(body).toEqual({
      user: {
        id: Number(ada.userId),
        name: 'Ada',
        email: ada.email,
        created_at: expect.stringMatching(/^\d{4}-/),
        updated_at: expect.stringMatching(/^\d{4}-/),
      },
    });
    expect(headers['Content-Type']).toBe('application/json');
  });

  it('is ended by logout, without affecting other sessions', async () => {
    const other = await signIn(ada.email);
    const { body } = await call(auth, 200, { method: 'POST', path: '/auth/logout', token: other });
    expect(body.message).toEqual(expect.any(String));
    await call(auth, 401, { path: '/auth/me', token: other });
    await call(auth, 200, { path: '/auth/me', token: ada.token });
  });

  it('is ended by logout-all together with every other session of the user', async () => {
    const eve = await newAdmin();
    const other = await signIn(eve.email);
    await call(auth, 200, { method: 'POST', path: '/auth/logout-all', token: other });
    for (const token of [eve.token, other]) await call(labels, 401, { path: '/labels', token });
    await call(auth, 200, { path: '/auth/me', token: await signIn(eve.email) });
  });

  it('expires after an hour', async () => {
    const now = new Date();
    const claims = { userId: ada.userId, sessionId: 'x' };
    const token = await issueToken(claims, { now, expires: Math.floor(now.getTime() / 1000) + 10 });
    expect(await readToken(token, now)).toEqual(claims);
    expect(await readToken(token, new Date(now.getTime() + 11_000))).toBeUndefined();
    const sessionId = String(decodeJwt(ada.token).jti);
    const tomorrow = new Date(now.getTime() + 86_400_000);
    const admission = admit(
      new Table(),
      { userId: ada.userId, sessionId },
      { kinds: ['reads'], now: tomorrow },
    );
    expect(await admission).toBeUndefined();
  });
});

describe('set-capabilities', () => {
  it('takes effect with the next request', async () => {
    const eve = await newAdmin();
    const claims = { userId: eve.userId, sessionId: String(decodeJwt(eve.token).jti) };
    const granted = async () =>
      [
        ...((await admit(new Table(), claims, { kinds: ['reads'], now: new Date() }))?.caller.capabilities ??
          []),
      ].toSorted();
    expect(await granted()).toEqual([]);
    const set = (switches: object) =>
      operate({ command: 'set-capabilities', positionals: [eve.userId], arguments: switches, actor: 'test' });
    await set({ video: 'on', preapproval: true });
    expect(await granted()).toEqual(['preapproval', 'video']);
    await set({ video: 'off' });
    expect(await granted()).toEqual(['preapproval']);
    expect(await set({ video: 'perhaps' })).toMatchObject({ problems: [{ code: 'invalid_value' }] });
  });
});
