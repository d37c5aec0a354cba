/** How many requests a user can send in a minute. */
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { handler as auth } from '../../../../functions/auth/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { accessKey } from '../../../../shared/accounts/keys.ts';
import { admit } from '../../../../shared/accounts/sign-in/access.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { withTable } from '../../../support/table.ts';

withTable({ rateLimits: { reads: 30, writes: 20, account: 600, logins: 10, loginsPerAddress: 40 } });

describe('the rate limit', () => {
  it('counts reads and writes separately per minute, in one table call after the first', async () => {
    const eve = await newAdmin();
    const claims = { userId: eve.userId, sessionId: String(decodeJwt(eve.token).jti) };
    const now = new Date(Math.ceil(Date.now() / 60_000) * 60_000);
    const used = async (kind: 'reads' | 'writes', at = now) => {
      const table = new Table();
      const admission = await admit(table, claims, { kinds: [kind], now: at });
      return [admission?.used[kind], table.meter.calls];
    };
    expect((await used('reads'))[0]).toBe(1);
    expect(await used('reads')).toEqual([2, 1]);
    expect(await used('writes')).toEqual([1, 1]);
    expect((await used('reads', new Date(now.getTime() + 60_000)))[0]).toBe(1);
  });

  it('counts a request delayed from the previous minute in the current window', async () => {
    const eve = await newAdmin();
    const claims = { userId: eve.userId, sessionId: String(decodeJwt(eve.token).jti) };
    const turn = Math.ceil(Date.now() / 60_000) * 60_000;
    const used = async (at: number) =>
      (await admit(new Table(), claims, { kinds: ['reads'], now: new Date(at) }))?.used.reads;
    expect(await used(turn)).toBe(1);
    expect(await used(turn - 5)).toBe(2);
    expect(await used(turn)).toBe(3);
    // A clock that was far ahead has no effect after that.
    expect(await used(turn - 120_000)).toBe(1);
  });

  it('counts every one of many simultaneous requests', async () => {
    const eve = await newAdmin();
    const claims = { userId: eve.userId, sessionId: String(decodeJwt(eve.token).jti) };
    const now = new Date(Math.ceil(Date.now() / 60_000) * 60_000);
    const counts = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await admit(new Table(), claims, { kinds: ['reads'], now }))?.used.reads,
      ),
    );
    expect(counts.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it('returns 429 with Retry-After once it is reached', async () => {
    const eve = await newAdmin();
    const spent = [{ set: 'reads', to: 1_000 }];
    // Twice at most, because the minute can change between the calls.
    for (let turn = 0; turn < 2; turn++) {
      const first = await call(labels, 200, { path: '/labels', token: eve.token });
      expect(first.headers['X-RateLimit-Limit']).toBe('30');
      await new Table().commit([{ update: accessKey(eve.userId), with: spent }]);
      const response = await call(labels, 429, { path: '/labels', token: eve.token }).catch(() => undefined);
      if (!response) continue;
      expect(Number(response.headers['Retry-After'])).toBeGreaterThan(0);
      expect(response.headers['X-RateLimit-Remaining']).toBe('0');
      return;
    }
    throw new Error('The budget was never spent.');
  });
});

describe('the rate limit of session routes', () => {
  const spend = (userId: string, kinds: readonly string[]) =>
    new Table().commit([
      { update: accessKey(userId), with: kinds.map((kind) => ({ set: kind, to: 1_000 })) },
    ]);

  /** Repeats the test if the minute changed between the calls, which refills the budget. */
  async function inOneMinute(calls: (person: Person) => Promise<void>): Promise<void> {
    const before = Math.floor(Date.now() / 60_000);
    const failure = await calls(await newAdmin()).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return;
    if (Math.floor(Date.now() / 60_000) === before) throw failure;
    await calls(await newAdmin());
  }

  it('allows a token to be revoked after the read and write budgets are used up', () =>
    inOneMinute(async ({ token, userId }) => {
      const me = { path: '/auth/me', token };
      expect((await call(auth, 200, me)).headers).toMatchObject({
        'X-RateLimit-Limit': '600',
        'X-RateLimit-Remaining': '599',
      });
      await spend(userId, ['reads', 'writes']);
      await call(labels, 429, { path: '/labels', token });
      await call(labels, 429, { method: 'DELETE', path: '/labels/1', token });
      const { headers } = await call(auth, 200, me);
      expect(headers['X-RateLimit-Remaining']).toBe('598');
      const logout = { method: 'POST', path: '/auth/logout', token };
      expect((await call(auth, 200, logout)).headers['X-RateLimit-Remaining']).toBe('597');
      await call(auth, 401, me);
    }));

  it('is separate and counts no other requests', () =>
    inOneMinute(async ({ token, userId }) => {
      await call(auth, 200, { path: '/auth/me', token });
      await spend(userId, ['account']);
      await call(auth, 429, { path: '/auth/me', token });
      await call(auth, 429, { method: 'POST', path: '/auth/logout-all', token });
      const { headers } = await call(labels, 200, { path: '/labels', token });
      expect(headers['X-RateLimit-Remaining']).toBe('29');
    }));

  it('costs one table call', async () => {
    const { userId, token } = await newAdmin();
    const claims = { userId, sessionId: String(decodeJwt(token).jti) };
    const now = new Date(Math.ceil(Date.now() / 60_000) * 60_000);
    const used = async (kind: 'reads' | 'account') => {
      const table = new Table();
      const admission = await admit(table, claims, { kinds: [kind], now });
      return [admission?.used[kind], table.meter.calls];
    };
    await used('reads');
    expect(await used('account')).toEqual([1, 1]);
    expect(await used('reads')).toEqual([2, 1]);
    expect(await used('account')).toEqual([2, 1]);
  });
});
