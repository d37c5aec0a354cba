/** Sends requests through a stack whose handler and callers a test makes. */
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { defineEndpoint } from '../../../../shared/kit/declare/endpoint.ts';
import type { Route } from '../../../../shared/kit/declare/routes.ts';
import { showsNothing } from '../../../../shared/kit/declare/shown-response.ts';
import type { Caller, Callers } from '../../../../shared/kit/http/caller.ts';
import type { RequestState } from '../../../../shared/kit/http/request-state.ts';
import { routerOf } from '../../../../shared/kit/http/router.ts';
import { stackAround } from '../../../../shared/kit/http/stack.ts';
import { problems } from '../../../../shared/service/problems.ts';
import { labels } from '../../../support/declarations.ts';
import { type Call, eventOf } from '../../../support/event-of.ts';
import { listen } from '../../../support/log.ts';
import { testSettings } from '../../../support/table.ts';

/** Call once per file. */
export function useStack(): void {
  beforeEach(() => {
    vi.stubEnv('BASE_URL', 'http://localhost');
    vi.stubEnv('TABLE_NAME', 'table');
    vi.stubEnv('SETTINGS', JSON.stringify(testSettings));
    vi.stubEnv('AWS_REGION', 'local');
  });
  afterEach(() => void vi.restoreAllMocks());
}

export const now = new Date('2026-11-21T12:00:48.500Z');
const endpoint = defineEndpoint({
  name: 'sign-in',
  group: 'g',
  method: 'POST',
  path: '/sign-in',
  access: 'public',
  contentType: 'application/json',
  body: {},
  summary: 'Sign in',
  response: showsNothing(204),
});
const about = { group: 'g', access: 'signed-in' } as const;
export const routes: Route[] = [
  { ...endpoint, serving: { does: 'endpoint', endpoint } },
  { ...about, method: 'GET', path: '/labels/{id}', serving: { does: 'read', resource: labels } },
  { ...about, method: 'POST', path: '/labels', serving: { does: 'create', resource: labels } },
  { ...about, method: 'DELETE', path: '/labels/{id}', serving: { does: 'delete', resource: labels } },
];

export const caller = { userId: '7', organizationId: '3' } as Caller;
export const callersWith = (changes: Partial<Callers> = {}, used = 1) =>
  ({
    authenticate: vi.fn(async () => ({ caller, budget: { limit: 2, used, now } })),
    authorize: vi.fn(),
    confirm: vi.fn(async () => undefined),
    ...changes,
  }) satisfies Callers;

/** Sends a request through the stack. @returns the response, the log, and the state that reached the handler. */
export async function sent(
  request: Call,
  {
    callers = callersWith(),
    fails = undefined as unknown,
    slowly = async (_: RequestState): Promise<void> => {},
  } = {},
) {
  const { lines, stop } = listen();
  onTestFinished(stop);
  const reached: RequestState[] = [];
  const handler = stackAround(
    async (state) => {
      reached.push({ ...state });
      await slowly(state);
      if (fails !== undefined) throw fails;
      return { status: 200, document: { data: null } };
    },
    { callers, router: routerOf(routes), problems, clock: () => now },
  );
  const { statusCode, headers, body } = await handler(eventOf(request), {});
  const { errors } = JSON.parse(String(body ?? '{}'));
  return {
    status: statusCode,
    headers,
    code: errors?.[0].code,
    errors,
    line: lines[0],
    lines,
    state: reached[0],
    states: reached,
  };
}
