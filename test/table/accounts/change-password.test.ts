/** POST /auth/password: what it rejects, which sessions it ends, and what happens concurrently. */
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { changePassword } from '../../../shared/accounts/actions/change-password.ts';
import { accessKey, credentialsKey } from '../../../shared/accounts/keys.ts';
import { countSignIn } from '../../../shared/accounts/sign-in/sign-in-limit.ts';
import type { Caller } from '../../../shared/kit/http/caller.ts';
import { newRequestState, type RequestState } from '../../../shared/kit/http/request-state.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { call, newAdmin, PASSWORD, type Person, send, setCapabilities, signIn } from '../../support/calls.ts';
import { command } from '../../support/distribution/stores.ts';
import { eventOf } from '../../support/event-of.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';

const way = withFaultyTable({
  rateLimits: { reads: 500, writes: 500, account: 500, logins: 10, loginsPerAddress: 500 },
});

const NEW = 'New-Password-2';
const headers = { 'content-type': 'application/json' };
let addresses = 0;

const changing = (token: string, body: unknown, sourceAddress = `198.51.100.${++addresses}`) => ({
  method: 'POST',
  path: '/auth/password',
  token,
  body,
  headers,
  sourceAddress,
});
const change = (status: number, ...of: Parameters<typeof changing>) => call(auth, status, changing(...of));
const valid = { current_password: PASSWORD, new_password: NEW };
const me = (status: number, token: string) => call(auth, status, { path: '/auth/me', token });
const tryPassword = async (email: string, password: string): Promise<number> => {
  const body = { email, password, grant_type: 'password' };
  return (await send(auth, { method: 'POST', path: '/oauth/token', headers, body })).status;
};

const hashOf = async (userId: string) => (await new Table().get(credentialsKey(userId)))?.['hash'];
const callerOf = ({ userId, organizationId, token }: Person): Caller => ({
  userId,
  organizationId,
  role: 'admin',
  capabilities: new Set(),
  isReadOnly: false,
  sessionId: String(decodeJwt(token).jti),
});

type Shown = {
  readonly code?: string;
  readonly detail: string;
  readonly source: { readonly pointer: string };
};
const pointersOf = (errors: readonly Shown[]) => errors.map(({ source }) => source.pointer);

describe('changing a password', () => {
  it("replaces it and ends all sessions except the caller's", async () => {
    const { email, token } = await newAdmin();
    const others = [await signIn(email), await signIn(email)];
    const { body, headers: shown } = await change(204, token, valid);
    expect(body).toBeUndefined();
    expect(shown).toMatchObject({ 'X-RateLimit-Limit': '10', 'Cache-Control': 'no-store' });
    await me(200, token);
    for (const other of others) await me(401, other);
    expect(await tryPassword(email, PASSWORD)).toBe(422);
    await me(200, await signIn(email, NEW));
  });

  it('is possible with a role that can use nothing else', async () => {
    const { userId, token } = await newAdmin();
    await new Table().commit([{ update: accessKey(userId), with: [{ set: 'role', to: 'analyst' }] }]);
    await call(labels, 403, { path: '/labels', token });
    await change(204, token, valid);
  });

  it('reports a wrong password together with all faults of the new one', async () => {
    const { email, token } = await newAdmin();
    const { body } = await change(422, token, { current_password: 'Wrong-Horse-1', new_password: 'short' });
    expect(body.errors).toMatchObject([
      {
        code: 'invalid_value',
        source: { pointer: '/new_password' },
        detail: expect.stringContaining('8 characters'),
      },
      {
        code: 'invalid_value',
        source: { pointer: '/new_password' },
        detail: expect.stringContaining('upper-case'),
      },
      { code: 'wrong_password', source: { pointer: '/current_password' } },
    ]);
    await change(422, token, { ...valid, current_password: 'Wrong-Horse-1' });
    expect(await tryPassword(email, PASSWORD)).toBe(200);
  });

  it.each([
    [{}, ['/current_password', '/new_password']],
    [{ new_password: NEW }, ['/current_password']],
    [{ current_password: PASSWORD }, ['/new_password']],
    [{ current_password: 1, new_password: null }, ['/current_password', '/new_password']],
    [{ current_password: PASSWORD, new_password: 'Aa\u{0}aaaaaa' }, ['/new_password']],
  ])('rejects %j', async (body, pointers) => {
    const { token } = await newAdmin();
    expect(pointersOf((await change(422, token, body)).body.errors)).toEqual(pointers);
  });

  it('accepts only JSON', async () => {
    const { token } = await newAdmin();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await call(auth, 415, { ...changing(token, 'current_password=a&new_password=b'), headers: form });
    await change(400, token, '{');
    await change(400, token, []);
  });

  it('counts as a sign-in of the caller unless no password is given', async () => {
    const admin = await newAdmin();
    const caller = callerOf(admin);
    const now = new Date();
    const about = { path: '/auth/password', sourceAddress: '203.0.113.7' };
    const stateWith = (body: unknown): RequestState => {
      const state = { ...newRequestState(eventOf(about), now), caller };
      return { ...state, request: { ...state.request, body } };
    };
    const budgetAfter = async (body: unknown, outcome: string) => {
      const state = stateWith(body);
      await expect(changePassword(state)).rejects.toThrow(outcome);
      return state.budget;
    };
    for (let used = 1; used <= 8; used++) await countSignIn(stateWith({}), admin.email);
    expect(await budgetAfter({ new_password: NEW }, 'required')).toBeUndefined();
    const wrong = { ...valid, current_password: 'Wrong-Horse-1' };
    expect(await budgetAfter(wrong, 'wrong_password')).toMatchObject({ limit: 10, used: 9 });
    await countSignIn(stateWith({}), admin.email);
    expect(await budgetAfter(valid, 'rate_limit_exceeded')).toMatchObject({ limit: 10, used: 11 });
    await change(204, admin.token, valid);
  });

  it('appears in the history of the organization', async () => {
    const { userId, organizationId, token } = await newAdmin();
    await change(204, token, valid);
    const { items } = (await command('history', { organization: organizationId })) as {
      items: readonly { what: string }[];
    };
    expect(items.filter(({ what }) => what === 'password changed')).toMatchObject([
      { kind: 'change', type: 'users', id: userId, at: expect.stringMatching(/^\d{4}-/) },
    ]);
  });

  it("happens once even if the table's response is lost", async () => {
    const { email, token } = await newAdmin();
    way.fault = { operation: 'TransactWriteItems', how: 'response lost', times: 1 };
    await change(204, token, valid);
    way.fault = undefined;
    await me(200, token);
    await signIn(email, NEW);
  });
});

describe('a password change about to be written', () => {
  const between = async (run: () => Promise<unknown>, request: () => Promise<unknown>) => {
    way.interruption = { after: 0, of: 'transactions', run };
    await request();
    expect(way.interruption).toBeUndefined();
  };

  it('is rejected if the same session has changed the password', async () => {
    const { email, token } = await newAdmin();
    await between(
      () => change(204, token, { ...valid, new_password: 'First-Password-3' }),
      async () => {
        const { body } = await change(422, token, valid);
        expect(body.errors).toMatchObject([
          { code: 'wrong_password', source: { pointer: '/current_password' } },
        ]);
      },
    );
    await signIn(email, 'First-Password-3');
  });

  it.each(['another session', 'an operator', 'signing out', 'disabling'] as const)(
    'is abandoned if %s ends the session',
    async (who) => {
      const { email, userId, token } = await newAdmin();
      const other = await signIn(email);
      const disabled = [{ set: 'disabled', to: true }];
      const ends = {
        'another session': () => change(204, other, { ...valid, new_password: 'First-Password-3' }),
        'an operator': () => command('reset-password', { email, password: 'First-Password-3' }),
        'signing out': () => call(auth, 200, { method: 'POST', path: '/auth/logout', token }),
        disabling: () => new Table().commit([{ update: accessKey(userId), with: disabled }]),
      };
      let hash: unknown;
      const end = async () => {
        await ends[who]();
        hash = await hashOf(userId);
      };
      await between(end, () => change(401, token, valid));
      expect(await hashOf(userId)).toBe(hash);
      if (who === 'another session') await me(200, other);
    },
  );

  it('closes sessions opened meanwhile with the former password', async () => {
    const { email, token } = await newAdmin();
    let opened = '';
    await between(
      async () => {
        opened = await signIn(email);
      },
      () => change(204, token, valid),
    );
    await me(401, opened);
    await between(
      () => change(204, token, { current_password: NEW, new_password: PASSWORD }),
      async () => expect(await tryPassword(email, NEW)).toBe(422),
    );
  });

  it('keeps capabilities that change meanwhile', async () => {
    const admin = await newAdmin();
    await between(
      () => setCapabilities(admin, { video: true }),
      () => change(204, admin.token, valid),
    );
    expect(await new Table().get(accessKey(admin.userId))).toMatchObject({ capabilities: ['video'] });
  });
});

it('a sign-in whose password is reset meanwhile fails as with a wrong password', async () => {
  for (let after = 0, isOver = false; !isOver; after += 1) {
    const { email } = await newAdmin();
    const body = { email, password: PASSWORD, grant_type: 'password' };
    const run = () => command('reset-password', { email, password: NEW });
    way.interruption = { after, run };
    const response = await send(auth, { method: 'POST', path: '/oauth/token', headers, body });
    isOver = way.interruption !== undefined;
    way.interruption = undefined;
    const { status } = response;
    expect(status, `before call ${after}`).toBe(isOver ? 200 : 422);
    if (status === 422) expect(response.body.errors[0]).not.toHaveProperty('code');
  }
});
