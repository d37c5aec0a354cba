/** Every response has the security headers: of each route, to each method, with and without a token. */
import { beforeAll, describe, expect, it } from 'vitest';
import { callers } from '../../../shared/accounts/sign-in/callers.ts';
import { unknownPath } from '../../../shared/kit/http/router.ts';
import { stackAround } from '../../../shared/kit/http/stack.ts';
import { MEDIA_TYPE } from '../../../shared/kit/jsonapi/types.ts';
import { TableThrottled } from '../../../shared/kit/table/client.ts';
import { problems } from '../../../shared/service/problems.ts';
import { newAdmin, type Person, send } from '../../support/calls.ts';
import { eventOf } from '../../support/event-of.ts';
import { withTable } from '../../support/table.ts';
import { service } from './service.ts';
import { byName, pathOf } from './world.ts';

withTable();

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'DELETE', 'PUT'];

function expectHeaders({ headers }: { readonly headers: object }): void {
  expect(headers).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  });
}

describe('security headers', () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await newAdmin();
  });

  it.each(byName(service.routes))('are on all responses of %s, including rejections', async (_, route) => {
    const handler = service.handlerOf(route.group);
    const path = pathOf(route, '1');
    const statuses = new Set<number>();
    const ask = async (request: Parameters<typeof send>[1]) => {
      const response = await send(handler, request);
      expectHeaders(response);
      statuses.add(response.status);
    };
    for (const method of METHODS) await ask({ method, path });
    const { method } = route;
    // Some endpoints end the session.
    const { token } = route.serving.does === 'endpoint' ? await newAdmin() : ada;
    await ask({ method, path, token });
    await ask({ method, path, token, headers: { accept: `${MEDIA_TYPE}; a=b` } });
    if (method !== 'GET') await ask({ method, path, token, body: '{' });
    await ask({ method, path: `${path}/`, token: ada.token });
    expect(statuses.size).toBeGreaterThan(2);
  });

  it.each([
    [500, new Error('broken')],
    [503, new TableThrottled('busy')],
    [404, unknownPath('/nothing')],
  ])('are on a %i response outside any route', async (status, error) => {
    const handler = stackAround(() => Promise.reject(error), {
      callers,
      router: () => {
        throw error;
      },
      problems,
    });
    const { statusCode, headers = {} } = await handler(eventOf({ path: '/nothing' }), {});
    expect(statusCode).toBe(status);
    expectHeaders({ headers });
  });
});
