/** Authenticates a request: token, live session, role and rate limit, in one call to the table. */

import { type Admission, admit, type RequestKind } from '../../accounts/sign-in/access.ts';
import type { Caller } from '../../accounts/sign-in/caller.ts';
import { readToken } from '../../accounts/sign-in/tokens.ts';
import { readSettings } from '../../platform/settings.ts';
import type { Route } from '../declare/routes.ts';
import type { Table } from '../table/table.ts';
import { problem } from '../values/problems.ts';
import type { Budget } from './rate-limit.ts';
import type { ApiRequest } from './request.ts';

export interface Authentication {
  readonly caller: Caller;
  readonly budget: Budget;
}

/** @throws not_authenticated (401), which does not say whether the token, the session or the account is at fault. */
export async function authenticate(
  request: ApiRequest,
  { table, now, route }: { table: Table; now: Date; route: Route },
): Promise<Authentication> {
  const kind = kindOf(request, route);
  const admission = await admissionOf(request, { table, now, kind });
  if (!admission)
    throw problem('not_authenticated', 'Sign in at /oauth/token and send the token as a Bearer token.');
  const limit = readSettings().rateLimits[kind];
  return { caller: admission.caller, budget: { limit, used: admission.used, now } };
}

function kindOf({ method }: ApiRequest, { serving }: Route): RequestKind {
  if (serving.does === 'endpoint' && serving.endpoint.budget) return serving.endpoint.budget;
  return method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
}

async function admissionOf(
  { headers }: ApiRequest,
  { table, now, kind }: { table: Table; now: Date; kind: RequestKind },
): Promise<Admission | undefined> {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(headers['authorization'] ?? '')?.[1];
  const claims = token === undefined ? undefined : await readToken(token, now);
  return claims && admit(table, claims, { kind, now });
}

/** @throws role_not_allowed (403). */
export function requireRole({ role }: Caller, { access }: Route): void {
  if (access === 'admin' && role !== 'admin') {
    throw problem('role_not_allowed', `The role ${role} cannot use this part of the API.`);
  }
}
