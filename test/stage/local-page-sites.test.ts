/** What pages of other sites can do with the page at /_local. */
import { beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from './raw-request.ts';
import { emptyStage, type SharedStage } from './shared-stage.ts';

const DEAD = 'WebhookDeadLetters';
const PRESSED = { 'x-local-stage': '1' };
let stage: SharedStage;
beforeAll(async () => {
  stage = await emptyStage();
});

const press = (headers: Record<string, string>) =>
  rawRequest(stage.url, { path: `/_local/redrive/${DEAD}`, headers, body: '' });

describe('a page of another site', () => {
  it.each<Record<string, string>>([
    {},
    { ...PRESSED, origin: 'https://page.example' },
    { ...PRESSED, origin: 'http://localhost:1' },
    { ...PRESSED, origin: 'null' },
    { ...PRESSED, 'sec-fetch-site': 'cross-site' },
    { ...PRESSED, 'sec-fetch-site': 'same-site' },
    { ...PRESSED, 'sec-fetch-site': 'none' },
  ])('cannot press a button with the headers %j', async (headers) => {
    const { status, headers: received } = await press(headers);
    expect(status).toBe(403);
    expect(Object.keys(received).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('gets no permission from a preflight request', async () => {
    const response = await fetch(`${stage.url}/_local/redrive/${DEAD}`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['/_local/state', '/_local/page.js', '/_local'])('can neither read nor embed %s', async (path) => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      origin: 'https://page.example',
    };
    expect((await rawRequest(stage.url, { path, headers })).status).toBe(403);
    expect((await rawRequest(stage.url, { path, headers: { Host: 'rebound.example' } })).status).toBe(421);
    const { status, headers: received } = await rawRequest(stage.url, { path });
    expect(status).toBe(200);
    expect(received).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self';.* frame-ancestors 'none'$/,
      ),
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(Object.keys(received).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('can link to the local page', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await rawRequest(stage.url, { path: '/_local', headers })).status).toBe(200);
  });
});
