/** How a response is written for the gateway: status, headers, validators and body. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defineEndpoint } from '../../../../shared/kit/declare/endpoint.ts';
import type { Route } from '../../../../shared/kit/declare/routes.ts';
import { showsNothing } from '../../../../shared/kit/declare/shown-response.ts';
import { newRequestState, type RequestState } from '../../../../shared/kit/http/request-state.ts';
import type { ApiResponse } from '../../../../shared/kit/http/response.ts';
import { writeResponse } from '../../../../shared/kit/http/response-writer.ts';
import { MEDIA_TYPE } from '../../../../shared/kit/jsonapi/types.ts';
import { labels } from '../../../support/declarations.ts';
import { eventOf } from '../../../support/event-of.ts';

beforeEach(() => void vi.stubEnv('BASE_URL', 'http://localhost'));

const now = new Date('2026-11-21T12:00:48.500Z');
const stateOf = (method = 'GET', headers = {}): RequestState =>
  newRequestState(eventOf({ method, path: '/labels/1', headers }), now);
const written = (response: ApiResponse, state = stateOf()) => writeResponse(state, response);

const ofAll = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};
const document = { data: { id: '1' }, meta: { total: 1 } };
const endpoint = defineEndpoint({
  name: 'me',
  group: 'auth',
  method: 'GET',
  path: '/auth/me',
  access: 'public',
  contentType: 'application/json',
  body: null,
  summary: 'Read',
  response: showsNothing(204),
});
const routes = {
  endpoint: { ...endpoint, serving: { does: 'endpoint', endpoint } },
  resource: { ...endpoint, serving: { does: 'list', resource: labels } },
} satisfies Record<string, Route>;

describe('a response', () => {
  it('has its status, its document and the common headers', () => {
    expect(written({ status: 201, document, headers: { Location: '/labels/1' } })).toEqual({
      statusCode: 201,
      headers: {
        ...ofAll,
        'Content-Type': MEDIA_TYPE,
        Location: '/labels/1',
      },
      body: JSON.stringify(document),
    });
  });

  it('has no body and no Content-Type without a document', () => {
    expect(written({ status: 204, version: 3 })).toStrictEqual({
      statusCode: 204,
      headers: ofAll,
    });
  });

  it('replaces a common header with its own', () => {
    const { headers } = written({ status: 200, headers: { 'Cache-Control': 'max-age=60' } });
    expect(headers?.['Cache-Control']).toBe('max-age=60');
  });

  it('requires HTTPS on stages that have it', () => {
    vi.stubEnv('BASE_URL', 'https://api.example');
    expect(written({ status: 204 }).headers?.['Strict-Transport-Security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });

  it.each([
    ['within', 4, '6'],
    ['above', 11, '0'],
  ])('states what is left of a counted request %s', (_, used, remaining) => {
    const state = { ...stateOf(), budget: { limit: 10, used, now } };
    expect(written({ status: 204 }, state).headers).toMatchObject({
      'X-RateLimit-Limit': '10',
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': String(Date.parse('2026-11-21T12:01:00Z') / 1000),
    });
  });

  it.each([
    ['endpoint', 200, 'application/json'],
    ['endpoint', 399, 'application/json'],
    ['endpoint', 400, MEDIA_TYPE],
    ['resource', 200, MEDIA_TYPE],
  ] as const)('has the type of its route and status: %s, %i, %s', (serves, status, type) => {
    const state = { ...stateOf(), match: { route: routes[serves], id: '' } };
    expect(written({ status, document }, state).headers?.['Content-Type']).toBe(type);
  });

  it("has its remarks in the document's meta", () => {
    const ignored = { ignored: ['a'] };
    const { body } = written({ status: 200, document, remarks: ignored });
    expect(JSON.parse(String(body))).toEqual({ ...document, meta: { total: 1, ignored: ['a'] } });
  });
});

describe('an ETag', () => {
  const tagOf = (response: Partial<ApiResponse>) =>
    written({ status: 200, document, version: 3, ...response }).headers?.['ETag'];

  it('contains the version and a digest of the document', () => {
    expect(tagOf({})).toMatch(/^"3-[\w-]{16}"$/);
    expect(tagOf({ version: 0 })).toMatch(/^"0-/);
    expect(tagOf({ document: { data: { id: '2' } } })).not.toBe(tagOf({}));
  });

  it('does not depend on remarks', () => expect(tagOf({ remarks: { ignored: ['a'] } })).toBe(tagOf({})));

  it('is absent from responses without a version', () => {
    expect(written({ status: 200, document }).headers).not.toHaveProperty('ETag');
  });

  it.each([
    ['GET', 304],
    ['HEAD', 304],
    ['PATCH', 200],
    ['POST', 200],
  ])('makes %s with If-None-Match return %i', (method, status) => {
    const tag = String(tagOf({}));
    const response = written(
      { status: 200, document, version: 3 },
      stateOf(method, { 'if-none-match': tag }),
    );
    expect(response.statusCode).toBe(status);
    expect(response.headers?.['ETag']).toBe(tag);
    expect('Content-Type' in (response.headers ?? {})).toBe(status === 200);
    expect('body' in response).toBe(status === 200);
  });

  it.each([
    ['%', true],
    ['W/%', true],
    [' "0-x" ,  % ', true],
    ['"0-x",*', true],
    ['"0-x"', false],
    ['%W/', false],
    ['W/W/%', false],
    ['', false],
  ])('matches If-None-Match: %s is %s (%% is the tag)', (header, isKnown) => {
    const headers = { 'if-none-match': header.replace('%', String(tagOf({}))) };
    const { statusCode } = written({ status: 200, document, version: 3 }, stateOf('GET', headers));
    expect(statusCode).toBe(isKnown ? 304 : 200);
  });

  it('matches no response without a version', () => {
    expect(written({ status: 200, document }, stateOf('GET', { 'if-none-match': '*' })).statusCode).toBe(200);
  });
});

it('a HEAD response has the headers of the GET response and no body', () => {
  const response = { status: 200, document, version: 3 };
  const { body, ...rest } = written(response);
  expect(body).toBeDefined();
  expect(written(response, stateOf('HEAD'))).toEqual(rest);
});

describe('the size of a response', () => {
  const MOST = 6 * 1024 * 1024 - 16 * 1024;
  /** @returns a document that takes this many bytes as a JSON text within JSON. */
  const sized = (bytes: number) => {
    const empty = Buffer.byteLength(JSON.stringify(JSON.stringify({ data: '' })));
    return { data: 'x'.repeat(bytes - empty) };
  };

  it('can be the largest that Lambda returns', () => {
    expect(written({ status: 200, document: sized(MOST) }).body).toHaveLength(MOST - 6);
  });

  it.each([
    ['characters', sized(MOST + 1)],
    ['bytes', { data: 'é'.repeat(MOST / 2) }],
    ['escaped characters', { data: '"'.repeat(MOST / 4) }],
  ])('cannot exceed that in %s', (_, large) => {
    expect(() => written({ status: 200, document: large })).toThrow(
      expect.objectContaining({
        problems: [
          {
            code: 'response_too_large',
            detail: 'The response would exceed 6 MB. Request a smaller page or fewer fields.',
            parameter: 'page[size]',
          },
        ],
      }),
    );
  });
});
