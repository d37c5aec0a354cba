/** Rotations of the stage's secret and session tokens. For webhooks, see test/pipeline/secret-rotation.test.ts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { expect, test, vi } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { issueToken, readToken } from '../../../shared/accounts/sign-in/tokens.ts';
import { errorResponse } from '../../../shared/kit/http/errors.ts';
import { forgetAll } from '../../../shared/platform/once.ts';
import { currentKey, keyOfVersion } from '../../../shared/platform/stage-secret/stage-secret.ts';
import { problems } from '../../../shared/service/problems.ts';
import { downloadLink, opensReport } from '../../../shared/usage/reports/download-link.ts';
import { listen } from '../../support/log.ts';
import { withTable } from '../../support/table.ts';

withTable({ tokenLifetimeSeconds: 3600 });

const MINUTE_MS = 60_000;
const start = Date.now();
const after = (minutes: number): Date => new Date(start + minutes * MINUTE_MS);
const claims = { userId: '17', sessionId: 'session' };
const sign = (now: Date) => issueToken(claims, { now, expires: Math.floor(now.getTime() / 1000) + 3600 });
const rotate = () => operate({ command: 'rotate-stage-secret', actor: 'test' });

async function rotateAt(now: Date): Promise<unknown> {
  vi.setSystemTime(now);
  try {
    return await rotate();
  } finally {
    vi.useRealTimers();
  }
}

test('a rotation takes effect after fifteen minutes, and older tokens stay valid until they expire', async () => {
  const first = await sign(after(0));
  expect(decodeProtectedHeader(first).kid).toBe('1');
  const outcome = await rotateAt(after(1));
  expect(outcome).toEqual({ result: { version: 2, 'used-from': after(16).toISOString() } });
  const between = await sign(after(15));
  expect(decodeProtectedHeader(between).kid).toBe('1');
  const second = await sign(after(17));
  expect(decodeProtectedHeader(second).kid).toBe('2');
  for (const token of [first, between, second]) expect(await readToken(token, after(59))).toEqual(claims);
  expect(await readToken(first, after(61))).toBeUndefined();
  expect(await readToken(between, after(74))).toEqual(claims);
});

test('a second rotation keeps tokens of both earlier versions valid', async () => {
  const second = await sign(after(19));
  expect(await rotateAt(after(20))).toMatchObject({ result: { version: 3 } });
  const third = await sign(after(36));
  expect([second, third].map((token) => decodeProtectedHeader(token).kid)).toEqual(['2', '3']);
  for (const token of [second, third]) expect(await readToken(token, after(40))).toEqual(claims);
});

test('an old secret signs no valid tokens once its last token expired', async () => {
  const stolen = await keyOfVersion('access-tokens', 1, after(40));
  const forged = await new SignJWT({ exp: Math.floor(after(600).getTime() / 1000) })
    .setProtectedHeader({ alg: 'HS256', kid: '1' })
    .setIssuer('music-distribution')
    .setAudience('test')
    .setSubject(claims.userId)
    .setJti(claims.sessionId)
    .sign(stolen?.bytes ?? new Uint8Array());
  expect(await readToken(forged, after(40))).toEqual(claims);
  expect(await readToken(forged, after(77))).toBeUndefined();
});

test.each(['0', '4', '-1', '1.0', 'x', '__proto__'])('a token of version %s is rejected', async (kid) => {
  const key = await currentKey('access-tokens', after(40));
  const forged = await new SignJWT({ exp: Math.floor(after(50).getTime() / 1000) })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setIssuer('music-distribution')
    .setSubject(claims.userId)
    .setJti(claims.sessionId)
    .sign(key.bytes);
  expect(await readToken(forged, after(40))).toBeUndefined();
});

async function signedFor(stage: string, now: Date): Promise<string> {
  vi.stubEnv('STAGE', stage);
  try {
    return await sign(now);
  } finally {
    vi.unstubAllEnvs();
  }
}

test('a token is rejected by another stage, even with the same secret', async () => {
  const token = await sign(after(40));
  expect(decodeJwt(token)).toMatchObject({ iss: 'music-distribution', aud: 'test' });
  const foreign = await signedFor('prod', after(40));
  expect(decodeJwt(foreign).aud).toBe('prod');
  expect(await readToken(token, after(41))).toEqual(claims);
  expect(await readToken(foreign, after(41))).toBeUndefined();
});

test.each([[['test', 'prod']], [''], ['Test'], [undefined]])(
  'a token with the audience %j is rejected',
  async (audience) => {
    const key = await currentKey('access-tokens', after(40));
    const token = await new SignJWT({
      exp: Math.floor(after(50).getTime() / 1000),
      ...(audience !== undefined && { aud: audience }),
    })
      .setProtectedHeader({ alg: 'HS256', kid: String(key.version) })
      .setIssuer('music-distribution')
      .setSubject(claims.userId)
      .setJti(claims.sessionId)
      .sign(key.bytes);
    expect(await readToken(token, after(40))).toBeUndefined();
  },
);

test('a download link of another stage with the same secret is rejected', async () => {
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';
  vi.stubEnv('STAGE', 'prod');
  const foreign = tokenOf(await downloadLink('17', after(40)));
  expect(await opensReport(foreign, '17', after(40))).toBe(true);
  vi.unstubAllEnvs();
  expect(await opensReport(foreign, '17', after(40))).toBe(false);
  expect(await opensReport(tokenOf(await downloadLink('17', after(40))), '17', after(40))).toBe(true);
});

test('a token is rejected in any other spelling', async () => {
  const token = await sign(after(40));
  const signature = Buffer.from(token.split('.')[2] ?? '', 'base64url');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const others = Array.from(alphabet, (last) => `${token.slice(0, -1)}${last}`).filter(
    (other) => other !== token && Buffer.from(other.split('.')[2] ?? '', 'base64url').equals(signature),
  );
  expect(others).toHaveLength(3);
  for (const other of [...others, `${token}=`, `${token}\n`])
    expect(await readToken(other, after(40))).toBeUndefined();
  expect(await readToken(token, after(40))).toEqual(claims);
});

test("a token's signature is verified once, and a changed token is verified anew", async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify');
  const token = await sign(after(40.5));
  for (const minutes of [41, 42, 43]) expect(await readToken(token, after(minutes))).toEqual(claims);
  expect(verify).toHaveBeenCalledTimes(1);
  const [header, payload] = token.split('.');
  const [, , signature] = (await sign(after(41.5))).split('.');
  expect(await readToken(`${header}.${payload}.${signature}`, after(43))).toBeUndefined();
  verify.mockRestore();
});

test('two concurrent rotations lose no version', async () => {
  const keys = async (now: Date) =>
    Promise.all([1, 2, 3, 4, 5].map((version) => keyOfVersion('webhook-secrets', version, now)));
  const before = await keys(after(40));
  const outcomes = await Promise.all([rotate(), rotate()]);
  const made = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
  const rejected = outcomes.flatMap((outcome) => ('problems' in outcome ? outcome.problems : []));
  expect(rejected.every(({ code }) => code === 'stale_version')).toBe(true);
  const now = await keys(after(50));
  expect(now.filter(Boolean)).toHaveLength(3 + made.length);
  expect(now.slice(0, 3).map((key) => key?.bytes)).toEqual(before.slice(0, 3).map((key) => key?.bytes));
});

test('a function reads the secret every five minutes, and uses the old one if that fails', async () => {
  const before = await currentKey('access-tokens', after(60));
  const id = process.env['SECRET_ID'];
  process.env['SECRET_ID'] = 'gone';
  const { lines, stop } = listen();
  expect(await currentKey('access-tokens', after(64.9))).toEqual(before);
  expect(lines).toEqual([]);
  expect(await currentKey('access-tokens', after(65))).toEqual(before);
  stop();
  expect(lines).toEqual([expect.objectContaining({ event: 'secret not refreshed' })]);
  process.env['SECRET_ID'] = id;
});

test('a function without the secret returns 503 and fetches it again', async () => {
  const url = process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'];
  const gone = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => gone.once('listening', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  forgetAll();
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = `http://127.0.0.1:${port}`;
  const rejection = await currentKey('access-tokens', after(0)).catch((error: unknown) => error);
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = url;
  expect(rejection).toMatchObject({ name: 'SecretUnavailable' });
  expect(errorResponse(rejection, { problems, requestId: 'request' })).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '2' },
  });
});
