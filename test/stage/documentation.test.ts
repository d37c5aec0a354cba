/** The documentation as the local stage serves it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyStage, type SharedStage } from './shared-stage.ts';

describe('the documentation', () => {
  let stage: SharedStage;
  beforeAll(async () => {
    stage = await emptyStage();
  });

  const get = (path: string, options: RequestInit = {}) =>
    fetch(stage.url + path, { redirect: 'manual', ...options });

  it('is the redirect target of the API address', async () => {
    const { status, headers } = await get('/');
    expect([status, headers.get('location')]).toEqual([302, '/docs']);
  });

  it.each([
    ['/docs', 'text/html; charset=utf-8', /<ol class="journey">/],
    ['/docs/labels', 'text/html; charset=utf-8', /Create a label/],
    [
      '/docs/errors',
      'text/html; charset=utf-8',
      /<td><code id="album_incomplete"[^>]*>album_incomplete<\/code><\/td>/,
    ],
    ['/docs/errors.md', 'text/markdown; charset=utf-8', /\| `album_incomplete` \|/],
    ['/docs/guides/first-release', 'text/html; charset=utf-8', /<h1 id="your-first-release/],
    ['/docs/operations/labels.json', 'application/json', /"createLabel":\{"method":"POST","path":"\/labels"/],
    ['/docs/webhooks/vectors.json', 'application/json', /^\[/],
    ['/llms.txt', 'text/plain; charset=utf-8', /^# Music distribution API/],
  ])('serves %s without a token', async (path, type, content) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'( 'sha256-[\w+/]+=')+;/,
    );
    expect(await response.text()).toMatch(content);
  });

  it('serves the OpenAPI document with the address of the stage', async () => {
    const { openapi, servers } = (await (await get('/openapi.json')).json()) as Record<string, unknown>;
    expect({ openapi, servers }).toEqual({ openapi: '3.1.0', servers: [{ url: `${stage.url}/api/v1` }] });
    expect(await (await get('/docs/guides/first-release')).text()).toContain(`${stage.url}/oauth/token`);
  });

  it('is compressed, and revalidated with 304 until it changes', async () => {
    const response = await get('/docs/labels', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const etag = response.headers.get('etag') ?? '';
    expect((await get('/docs/labels', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await get('/docs/labels', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const plain = await get('/docs/errors', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBe(null);
    const none = { headers: { 'accept-encoding': 'gzip;q=0, identity;q=0' } };
    expect((await get('/docs/errors', none)).status).toBe(406);
    expect((await get('/docs/errors', { method: 'HEAD' })).status).toBe(200);
  });

  it('lets browsers cache hashed files except those with values of the stage', async () => {
    const page = await (await get('/docs/limits')).text();
    const [theme = ''] = /\/docs\/assets\/chunks\/theme\.[\w-]+\.js/.exec(page) ?? [];
    const [limits = ''] = /\/docs\/assets\/limits\.md\.[\w-]+\.lean\.js/.exec(page) ?? [];
    const kept = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await kept(theme)).toBe('public, max-age=31536000, immutable');
    expect(await kept(limits.replace('.lean', ''))).toBe('public, max-age=300');
    expect(page).not.toMatch(/LIMIT-\d+-OF-STAGE/);
  });

  it('has a not-found page and accepts only GET and HEAD', async () => {
    for (const path of [
      '/docs/nope',
      '/docs/constructor',
      '/docs/../package.json',
      '/docs/site/index.json',
    ]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
    }
    const response = await get('/docs', { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['/nowhere', '/nowhere/', '/labels/', '/api/v1/labels/1/', '/oauth/token/'])(
    'leaves the unknown path %s to the API',
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/vnd.api+json',
      ]);
      const hint = path.endsWith('/') ? ' Remove the trailing slash.' : '';
      expect(await response.json()).toMatchObject({
        errors: [{ status: '404', detail: `The API does not have this path.${hint}` }],
      });
    },
  );

  it.each([
    ['/', {}, 302],
    ['/docs', {}, 200],
    ['/openapi.json', {}, 200],
    ['/docs', { headers: { 'if-none-match': 'current' } }, 304],
    ['/docs/nope', {}, 404],
    ['/docs', { method: 'OPTIONS' }, 405],
    ['/docs', { headers: { 'accept-encoding': 'identity;q=0' } }, 406],
  ] as const)('has security headers at %s with %o', async (path, options: RequestInit, status) => {
    const etag = (await get(path)).headers.get('etag') ?? '';
    const headers = Object.entries(options.headers ?? {}).map(([name, value]) => [
      name,
      value === 'current' ? etag : String(value),
    ]);
    const response = await get(path, { ...options, headers: Object.fromEntries(headers) });
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      status,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
        'cache-control': expect.stringMatching(/^(no-store|public, max-age=300)$/),
      }),
    ]);
  });

  it('is also served with a trailing slash', async () => {
    expect((await get('/docs/')).status).toBe(200);
  });
});
