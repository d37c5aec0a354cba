/** What a 401 tells. */
import { beforeAll, expect, it } from 'vitest';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { issueToken } from '../../../shared/accounts/sign-in/tokens.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const detailWith = async (headers: Record<string, string>): Promise<string> =>
  (await call(labels, 401, { path: '/labels', headers })).body.errors[0].detail;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it('the 401 of a request without a token says that the token is missing', async () => {
  expect(await detailWith({})).toMatch(/^The request has no token\./);
});

it.each(['Basic YTpi', 'Bearer', 'token-alone'])(
  'the 401 of a header with another scheme says so: %s',
  async (value) => {
    expect(await detailWith({ authorization: value })).toMatch(/^The Authorization header is not Bearer/);
  },
);

const expired = (now: Date) =>
  issueToken({ userId: ada.userId, sessionId: 'x' }, { now, expires: Math.floor(now.getTime() / 1000) });

it('the 401 of an expired token says that it has expired, but not if the token is forged', async () => {
  const token = await expired(new Date(Date.now() - 60_000));
  expect(await detailWith(bearer(token))).toMatch(/^The token has expired\./);
  const [head, claims, signature = ''] = token.split('.');
  const forged = [
    head,
    claims,
    signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`,
  ];
  expect(await detailWith(bearer(forged.join('.')))).toMatch(/^The token was not issued by this service\./);
});

it.each(['x', 'a.b.c', 'e30.e30.e30'])(
  'the 401 of the invalid token %s does not say that it has expired',
  async (token) => {
    expect(await detailWith(bearer(token))).toMatch(/^The token was not issued by this service\./);
  },
);

it('the 401 of a token from an ended session says that the session has ended', async () => {
  const eve = await newAdmin();
  await call(auth, 200, { method: 'POST', path: '/auth/logout', token: eve.token });
  expect(await detailWith(bearer(eve.token))).toMatch(/^The session of the token has ended/);
});
