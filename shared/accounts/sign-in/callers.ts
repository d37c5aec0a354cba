/** Authenticates a request (token, session, role and rate limit) in one table call. */
import type { Route } from '../../kit/declare/routes.ts';
import type { Callers } from '../../kit/http/caller.ts';
import type { ApiRequest } from '../../kit/http/request.ts';
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import { type Admission, admit, type RequestKind } from './access.ts';
import { readToken } from './tokens.ts';

export const callers: Callers = {
  /** The error does not reveal whether the token, the session or the account is invalid. */
  async authenticate(request, { table, now, route }) {
    const kind = kindOf(request, route);
    const admission = await admissionOf(request, { table, now, kind });
    if (!admission)
      throw problem('not_authenticated', 'Sign in at /oauth/token and send the token as a Bearer token.');
    const limit = readSettings().rateLimits[kind];
    return { caller: admission.caller, budget: { limit, used: admission.used, now } };
  },

  authorize({ role }, { access }) {
    if (access === 'admin' && role !== 'admin')
      throw problem('role_not_allowed', `The role ${role} cannot use this part of the API.`);
  },
};

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
