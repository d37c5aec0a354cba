/** Response headers: validators, rate limits, and those for browsers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as auth } from '../../../../functions/auth/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { handler as notFound } from '../../../../functions/not-found/handler.ts';
import { handler as reference } from '../../../../functions/reference/handler.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { testSettings, withTable } from '../../../support/table.ts';

withTable({ rateLimits: { ...testSettings.rateLimits, reads: 1000, writes: 500 } });
let ada: Person;
let path: string;
beforeAll(async () => {
  ada = await newAdmin();
  const body = { data: { type: 'labels', attributes: { name: 'Around' } } };
  const made = await call(labels, 201, { method: 'POST', path: '/labels', token: ada.token, body });
  path = `/labels/${made.body.data.id}`;
});

const get = (status: number, headers = {}, at = path) =>
  call(labels, status, { path: at, token: ada.token, headers });
const patch = (status: number, headers = {}) => {
  const body = { data: { type: 'labels', id: path.split('/')[2], attributes: { description: 'x' } } };
  return call(labels, status, { method: 'PATCH', path, token: ada.token, headers, body });
};

describe('HEAD', () => {
  it('responds like GET without the document', async () => {
    for (const [handler, at] of [
      [labels, path],
      [labels, '/labels'],
      [reference, '/dsps/1'],
    ] as const) {
      const full = await call(handler, 200, { path: at, token: ada.token });
      const bare = await call(handler, 200, { method: 'HEAD', path: at, token: ada.token });
      expect(bare.body).toBeUndefined();
      for (const name of ['Content-Type', 'ETag', 'Cache-Control'])
        expect(bare.headers[name]).toBe(full.headers[name]);
    }
    await call(labels, 404, { method: 'HEAD', path: '/labels/1', token: ada.token });
    await call(labels, 401, { method: 'HEAD', path });
  });

  it('counts as a read, like GET', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await call(labels, 200, { method, path, token: ada.token });
      expect(headers['X-RateLimit-Limit']).toBe('1000');
    }
    expect((await patch(200)).headers['X-RateLimit-Limit']).toBe('500');
    await call(notFound, 404, { method: 'HEAD', path: '/nothing' });
  });
});

describe('an ETag', () => {
  it.each([
    ['alone', (tag: string) => tag],
    ['weak', (tag: string) => `W/${tag}`],
    ['in a list', (tag: string) => `"other", ${tag}`],
    ['as *', () => '*'],
  ])('yields a 304 without a document in If-None-Match (%s)', async (_, header) => {
    const { headers } = await get(200);
    const tag = String(headers['ETag']);
    const known = await get(304, { 'if-none-match': header(tag) });
    expect(known.body).toBeUndefined();
    expect(known.headers['ETag']).toBe(tag);
    expect(known.headers).not.toHaveProperty('Content-Type');
    await call(labels, 304, {
      method: 'HEAD',
      path,
      token: ada.token,
      headers: { 'if-none-match': header(tag) },
    });
  });

  it('depends on the requested fields', async () => {
    const tag = String((await get(200)).headers['ETag']);
    await get(200, { 'if-none-match': tag }, `${path}?fields[labels]=name`);
  });

  it('does not affect a write in If-None-Match', async () => {
    expect((await patch(200, { 'if-none-match': '*' })).body.data.id).toBe(path.split('/')[2]);
  });

  it.each([
    ['alone', (tag: string) => tag],
    ['in a list', (tag: string) => `"0-x", ${tag}`],
    ['beside a weak one', (tag: string) => `W/"0-x", ${tag}`],
    ['as *', () => '*'],
  ])('allows a write in If-Match (%s)', async (_, header) => {
    await patch(200, { 'if-match': header(String((await get(200)).headers['ETag'])) });
  });

  it('never matches in If-Match if it is weak', async () => {
    const tag = `W/${(await get(200)).headers['ETag']}`;
    await patch(412, { 'if-match': tag });
    await call(labels, 412, { method: 'DELETE', path, token: ada.token, headers: { 'if-match': tag } });
  });

  it.each(['"0-x"', '"0-x", "0-y"', 'nonsense', '""', ''])(
    'prevents a write in If-Match if it is %s',
    async (tag) => {
      await patch(412, { 'if-match': tag });
      await call(labels, 412, { method: 'DELETE', path, token: ada.token, headers: { 'if-match': tag } });
    },
  );
});

describe('every response', () => {
  it('has Strict-Transport-Security on stages with https', async () => {
    const name = 'Strict-Transport-Security';
    expect((await call(notFound, 404, { path: '/nothing' })).headers).not.toHaveProperty(name);
    const { BASE_URL } = process.env;
    process.env['BASE_URL'] = 'https://api.example';
    try {
      expect((await call(notFound, 404, { path: '/nothing' })).headers[name]).toMatch(/^max-age=\d{7,}/);
    } finally {
      process.env['BASE_URL'] = BASE_URL;
    }
  });

  it('is plain JSON on authentication routes, with JSON:API errors', async () => {
    const me = await call(auth, 200, { path: '/auth/me', token: ada.token });
    expect(me.headers['Content-Type']).toBe('application/json');
    const rejected = await call(auth, 401, { path: '/auth/me' });
    expect(rejected.headers['Content-Type']).toBe('application/vnd.api+json');
  });

  it('has a Content-Type, including 404 and 405', async () => {
    const { headers, body } = await call(notFound, 404, { path: '/api/v1/nothing' });
    expect(headers).toMatchObject({
      'Content-Type': 'application/vnd.api+json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    expect(body.errors[0]).toMatchObject({ status: '404', title: 'Not found' });
  });
});

describe('X-RateLimit headers', () => {
  const namesOf = (headers: object) => Object.keys(headers).filter((name) => /^x-ratelimit-/i.test(name));
  const all = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

  it('are on the response to every counted request, even a rejected one', async () => {
    const { token } = ada;
    const counted = [
      await get(200),
      await get(404, {}, '/labels/1'),
      await get(400, {}, '/labels?nonsense=1'),
      await get(406, { accept: 'application/vnd.api+json; a=b' }),
      await call(labels, 415, {
        method: 'POST',
        path: '/labels',
        token,
        body: 'x',
        headers: { 'content-type': '' },
      }),
    ];
    for (const { headers } of counted) expect(namesOf(headers)).toEqual(all);
  });

  it('are omitted for uncounted requests', async () => {
    const { token } = ada;
    const json = { 'content-type': 'application/json' };
    const uncounted = [
      await call(notFound, 404, { path: '/nothing', token }),
      await call(labels, 404, { path: '/labels/1/nothing', token }),
      await call(labels, 405, { method: 'PUT', path, token }),
      await call(labels, 401, { path }),
      await call(labels, 401, { path, token: 'x.y.z' }),
      await call(auth, 422, { method: 'POST', path: '/oauth/token', body: {}, headers: json }),
    ];
    for (const { headers } of uncounted) expect(namesOf(headers)).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  it('is ignored on requests other than POST', async () => {
    const headers = { 'idempotency-key': 'not a key, and nobody asks' };
    await get(200, headers);
    await patch(200, headers);
  });
});
