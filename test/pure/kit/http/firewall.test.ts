/** With a firewall, functions respond only to requests that came through it, and know who sent them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as documentation } from '../../../../functions/documentation/handler.ts';
import { clientAddress, rejectionPastFirewall } from '../../../../shared/kit/http/firewall.ts';
import { toRequest } from '../../../../shared/kit/http/gateway.ts';
import { unknownPath } from '../../../../shared/kit/http/router.ts';
import { stackAround } from '../../../../shared/kit/http/stack.ts';
import { problems } from '../../../../shared/service/problems.ts';
import { eventOf } from '../../../support/event-of.ts';
import { testSettings } from '../../../support/table.ts';

const key = 'a1'.repeat(32);
const EDGE = '198.51.100.7';
const eventWith = (headers: Readonly<Record<string, string>>) =>
  eventOf({ path: '/', headers, sourceAddress: EDGE });

beforeEach(() => {
  vi.stubEnv('BASE_URL', 'https://api.example');
  vi.stubEnv('SETTINGS', JSON.stringify(testSettings));
  vi.stubEnv('TABLE_NAME', 'table');
  vi.stubEnv('AWS_REGION', 'local');
});

const unreachable = () => Promise.reject(new Error('unreachable'));
const callers = { authenticate: unreachable, authorize: () => undefined, confirm: unreachable };
const api = stackAround(unreachable, {
  callers,
  router: (_, path) => {
    throw unknownPath(path);
  },
  problems,
});

describe('a stage without a firewall', () => {
  it('accepts every request with the address that the gateway states', () => {
    const event = eventWith({ 'x-forwarded-for': `203.0.113.9, ${EDGE}` });
    expect(rejectionPastFirewall(event)).toBeUndefined();
    expect(clientAddress(event)).toBe(EDGE);
  });
});

describe('a stage with a firewall', () => {
  beforeEach(() => void vi.stubEnv('FIREWALL_KEY', key));

  it.each([
    {},
    { 'x-firewall-key': '' },
    { 'x-firewall-key': key.slice(1) },
    { 'x-firewall-key': `${key},x` },
  ])('rejects the request headers %o', async (headers: Readonly<Record<string, string>>) => {
    const headersOfAll = expect.objectContaining({ 'X-Content-Type-Options': 'nosniff' });
    const rejection = { statusCode: 403, headers: headersOfAll, body: '{"message":"Forbidden"}' };
    expect(await api(eventWith(headers), {})).toMatchObject(rejection);
    expect(await documentation(eventWith(headers))).toMatchObject(rejection);
  });

  it('accepts a request with its key', async () => {
    const event = eventWith({ 'x-firewall-key': key });
    expect((await api(event, {})).statusCode).toBe(404);
    expect((await documentation(event)).statusCode).toBe(302);
  });

  it.each([
    [`203.0.113.9, ${EDGE}`, '203.0.113.9'],
    ['203.0.113.9', '203.0.113.9'],
    [`192.0.2.1, 203.0.113.9, ${EDGE}`, '203.0.113.9'],
    [`192.0.2.1,203.0.113.9`, '203.0.113.9'],
    [`2001:db8::1, ${EDGE}`, '2001:db8::1'],
    [EDGE, EDGE],
    ['', EDGE],
  ])("uses the address that CloudFront adds to %s, not the client's claim", (forwarded, expected) => {
    expect(toRequest(eventWith({ 'x-forwarded-for': forwarded })).sourceAddress).toBe(expected);
  });
});
