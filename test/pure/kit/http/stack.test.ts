/** The order in which a request is routed, authenticated, negotiated and parsed, and what is logged of it. */
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Caller } from '../../../../shared/kit/http/caller.ts';
import type { RequestState } from '../../../../shared/kit/http/request-state.ts';
import { routerOf } from '../../../../shared/kit/http/router.ts';
import { stackAround } from '../../../../shared/kit/http/stack.ts';
import { MEDIA_TYPE } from '../../../../shared/kit/jsonapi/types.ts';
import { TableUnavailable } from '../../../../shared/kit/table/client.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { problem } from '../../../../shared/kit/values/problems.ts';
import { problems } from '../../../../shared/service/problems.ts';
import { type Call, eventOf } from '../../../support/event-of.ts';
import { listen } from '../../../support/log.ts';
import { caller, callersWith, now, routes, sent, useStack } from './sent.ts';

useStack();

const post = (body: unknown, headers = {}): Call => ({ method: 'POST', path: '/labels', body, headers });

describe('authentication', () => {
  it('identifies the caller of a protected route for the handler', async () => {
    const callers = callersWith();
    const { status, state, headers } = await sent({ path: '/labels/17' }, { callers });
    expect(status).toBe(200);
    expect(state).toMatchObject({ caller, now, match: { id: '17', route: { path: '/labels/{id}' } } });
    expect(callers.authenticate).toHaveBeenCalledWith(
      expect.objectContaining({ path: '/labels/17' }),
      expect.objectContaining({ table: expect.any(Table), now, route: state?.match?.route }),
    );
    expect(callers.authorize).toHaveBeenCalledWith(caller, state?.match?.route);
    expect(headers).toMatchObject({ 'X-RateLimit-Limit': '2', 'X-RateLimit-Remaining': '1' });
  });

  it('is omitted on public routes', async () => {
    const callers = callersWith();
    const json = { 'content-type': 'application/json' };
    const { status, state, headers } = await sent(
      { method: 'POST', path: '/sign-in', body: {}, headers: json },
      { callers },
    );
    expect(status).toBe(200);
    expect(state?.caller).toBeUndefined();
    expect(callers.authenticate).not.toHaveBeenCalled();
    expect(headers).not.toHaveProperty('X-RateLimit-Limit');
  });

  it('rejects a caller above the limit before checking the role', async () => {
    const callers = callersWith({}, 3);
    const { status, headers, state } = await sent({ path: '/labels/17' }, { callers });
    expect([status, state]).toEqual([429, undefined]);
    expect(headers).toMatchObject({ 'Retry-After': '12', 'X-RateLimit-Remaining': '0' });
    expect(callers.authorize).not.toHaveBeenCalled();
  });

  it('rejects a role that cannot use the route, but counts the request', async () => {
    const authorize = () => {
      throw problem('role_not_allowed', 'No.');
    };
    const { status, headers, state } = await sent(
      { path: '/labels/17' },
      { callers: callersWith({ authorize }) },
    );
    expect([status, state]).toEqual([403, undefined]);
    expect(headers).toHaveProperty('X-RateLimit-Limit', '2');
  });

  it('comes after routing and before negotiation', async () => {
    const authenticate = async () => {
      throw problem('not_authenticated', 'Sign in.');
    };
    const callers = callersWith({ authenticate });
    const headers = { accept: `${MEDIA_TYPE}; a=b` };
    expect((await sent({ path: '/nothing', headers }, { callers })).status).toBe(404);
    expect((await sent({ path: '/labels/17', headers }, { callers })).status).toBe(401);
    expect((await sent({ path: '/labels/17', headers })).status).toBe(406);
  });
});

describe('a read that starts during authentication', () => {
  /** @param admitted the caller that is found after another was expected, or the error that is thrown. */
  const expecting = (admitted: Caller | Error) =>
    callersWith({
      authenticate: async (_, at) => {
        at.expect(caller);
        if (admitted instanceof Error) throw admitted;
        return { caller: admitted, budget: { limit: 2, used: 1, now } };
      },
    });
  const path = '/labels/17';

  it('is not repeated if the caller is as expected', async () => {
    const { status, states } = await sent({ path }, { callers: expecting({ ...caller }) });
    expect([status, states.map((state) => state.caller)]).toEqual([200, [caller]]);
  });

  it('is repeated if the caller differs', async () => {
    const other = { ...caller, organizationId: '4' };
    const { status, states } = await sent({ path }, { callers: expecting(other) });
    expect([status, states.map((state) => state.caller)]).toEqual([200, [caller, other]]);
  });

  it('is not shown if the caller is rejected', async () => {
    const rejected = expecting(problem('not_authenticated', 'Sign in.'));
    const { status, code, states } = await sent({ path }, { callers: rejected });
    expect([status, code, states.length]).toEqual([401, 'not_authenticated', 1]);
  });

  it('fails only if the caller is as expected', async () => {
    const fails = new Error('Broken');
    expect((await sent({ path }, { callers: expecting(caller), fails })).status).toBe(500);
    const rejected = expecting(problem('not_authenticated', 'Sign in.'));
    expect((await sent({ path }, { callers: rejected, fails })).status).toBe(401);
  });

  it.each([
    ['is rejected', {}, problem('not_authenticated', 'Sign in.'), 401],
    ['is another one', {}, { ...caller, organizationId: '4' }, 200],
    ['is the expected one, but accepts no JSON:API', { accept: `${MEDIA_TYPE}; a=b` }, caller, 406],
  ])('has ended when the response is sent if the caller %s', async (_, headers, admitted, status) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let hasEnded = false;
    const slowly = async ({ caller: of }: RequestState) => {
      if (of !== caller) return;
      await promise;
      hasEnded = true;
    };
    const response = sent({ path, headers }, { callers: expecting(admitted), slowly });
    setTimeout(resolve, 20);
    expect((await response).status).toBe(status);
    expect(hasEnded).toBe(true);
  });

  it('is not started for a role that cannot use the route', async () => {
    const authorize = () => {
      throw problem('role_not_allowed', 'No.');
    };
    const callers = { ...expecting(caller), authorize };
    const { status, states } = await sent({ path }, { callers });
    expect([status, states]).toEqual([403, []]);
  });

  it('writes nothing', async () => {
    const other = { ...caller, organizationId: '4' };
    const { status, states } = await sent(post({}), { callers: expecting(other) });
    expect([status, states.map((state) => state.caller)]).toEqual([200, [other]]);
  });
});

describe('a request body', () => {
  it('is parsed on a route that takes a document', async () => {
    expect((await sent(post({ data: { type: 'labels' } }))).state?.request.body).toEqual({
      data: { type: 'labels' },
    });
  });

  it('is not parsed on a route that takes none', async () => {
    const { status, state } = await sent({ method: 'DELETE', path: '/labels/17', body: '{' });
    expect([status, state?.request.body]).toEqual([200, undefined]);
  });

  it('can be missing', async () => {
    const { status, state } = await sent(post(undefined));
    expect([status, state?.request.body]).toEqual([200, undefined]);
  });

  it.each([
    ['{', 'The body is not valid JSON. It ends too early.'],
    ['text', 'The body is not valid JSON at line 1, column 1.'],
    ['{"a":1}}', 'The body is not valid JSON at line 1, column 8.'],
    ["{'a':1}", 'The body is not valid JSON at line 1, column 2.'],
    ['{\n  "a": 1,\n  b: 2\n}', 'The body is not valid JSON at line 3, column 3.'],
    ['[1, ', 'The body is not valid JSON. It ends too early.'],
    [' ', 'The body is empty.'],
  ])('is rejected with the place if it is not JSON: %j', async (body, detail) => {
    const { status, errors } = await sent(post(body));
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ code: 'malformed_json', detail }]);
  });

  it.each(['__proto__', 'constructor'])(
    'can have the member %s without changing a prototype',
    async (name) => {
      const text = `{"data":{"${name}":{"prototype":{"a":1},"a":1}}}`;
      const { status, state } = await sent(post(text));
      expect(status).toBe(200);
      expect(JSON.stringify(state?.request.body)).toBe(text);
      expect(({} as Record<string, unknown>)['a']).toBeUndefined();
    },
  );

  it.each([
    ['/labels', 'application/json', 415],
    ['/labels', MEDIA_TYPE, 200],
    ['/sign-in', 'application/json', 200],
    ['/sign-in', MEDIA_TYPE, 415],
  ])('is handled: %s as %s returns %i', async (path, type, status) => {
    const request = { method: 'POST', path, body: '{}', headers: { 'content-type': type } };
    expect((await sent(request)).status).toBe(status);
  });
});

describe('the request log', () => {
  it('has one line per response', async () => {
    const { lines, line } = await sent({ path: '/labels/17?a=secret' });
    expect(lines).toHaveLength(1);
    expect(line).toEqual({
      level: 'info',
      event: 'request',
      requestId: expect.any(String),
      method: 'GET',
      route: '/labels/{id}',
      status: 200,
      user: '7',
      organization: '3',
      durationMs: expect.closeTo(Date.now() - now.getTime(), -4),
      table: { calls: 0, readUnits: 0, writeUnits: 0 },
    });
  });

  it('has the codes of a rejection, but no route for an unknown path', async () => {
    expect((await sent({ path: '/nothing' })).line).toMatchObject({
      level: 'info',
      route: 'none',
      status: 404,
      problem: { unknown_path: 1 },
    });
  });

  it('has the error behind a 500, while the client gets only the request id', async () => {
    const { status, errors, line } = await sent({ path: '/labels/17' }, { fails: new Error('Broken') });
    expect(status).toBe(500);
    expect(errors).toMatchObject([{ id: line?.['requestId'], code: 'internal_error' }]);
    expect(line).toMatchObject({ level: 'error', status: 500, problem: { message: 'Broken' } });
  });
});

it('a request without a clock uses the current time', async () => {
  const { stop } = listen();
  onTestFinished(stop);
  let madeAt = Number.NaN;
  const handler = stackAround(
    async (state) => {
      madeAt = state.now.getTime();
      return { status: 204 };
    },
    { callers: callersWith(), router: routerOf(routes), problems },
  );
  await handler(eventOf({ path: '/labels/17' }), {});
  expect(Math.abs(Date.now() - madeAt)).toBeLessThan(60_000);
});

it('a request ends its table calls after seven seconds', async () => {
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const { state } = await sent({ path: '/labels/17' });
  const client = mockClient(DynamoDBDocumentClient);
  onTestFinished(() => client.restore());
  client.on(GetItemCommand).callsFake(() => new Promise(() => {}));
  const call = state?.table.get({ pk: '1', sk: '#' });
  deadline.abort();
  await expect(call).rejects.toThrow(TableUnavailable);
  expect(timeout).toHaveBeenCalledWith(7000);
});
