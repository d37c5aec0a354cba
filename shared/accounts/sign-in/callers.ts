/** Authenticates a request (token, session, role and rate limit) in one table call. */
import { mayChange, type Route } from '../../kit/declare/routes.ts';
import type { Callers } from '../../kit/http/caller.ts';
import type { Budget } from '../../kit/http/rate-limit.ts';
import type { ApiRequest } from '../../kit/http/request.ts';
import { problem } from '../../kit/values/problems.ts';
import { once } from '../../platform/once.ts';
import { readSettings } from '../../platform/settings.ts';
import { type Admission, admit, minuteOf, type RequestKind, readCaller } from './access.ts';
import { isExpiredToken, readToken, type TokenClaims } from './tokens.ts';

export const callers: Callers = {
  /** Only the holder of a token that was signed here learns what happened to it. */
  async authenticate(request, { table, now, route, expect }) {
    const [kind, ...others] = kindsOf(request, route);
    const claims = await claimsOf(request, now);
    const last = claims && lastAdmissions().get(claims.sessionId)?.[kind];
    if (last && !(minuteOf(last.now) === minuteOf(now) && last.used[kind] >= limitOf(kind)))
      expect(last.caller);
    const admission = claims && (await admit(table, claims, { kinds: [kind, ...others], now }));
    if (!admission) {
      if (claims) lastAdmissions().delete(claims.sessionId);
      throw problem('not_authenticated', claims ? ENDED : await reasonOf(request, now));
    }
    remember(admission, { kind, now });
    const budgetOf = (each: RequestKind) => ({ limit: limitOf(each), used: admission.used[each], now });
    return { caller: admission.caller, budget: others.map(budgetOf).reduce(tighter, budgetOf(kind)) };
  },

  authorize({ role, isReadOnly }, route) {
    if (route.access === 'admin' && role !== 'admin')
      throw problem('role_not_allowed', `The role ${role} cannot use this part of the API.`);
    if (isReadOnly && mayChange(route))
      throw problem(
        'organization_read_only',
        'Your organization is being moved to another address. Until the move ends, you can read everything but change nothing.',
      );
  },

  async confirm(caller, { table, route }) {
    const now = await readCaller(table, caller);
    if (!now) throw problem('not_authenticated', ENDED);
    this.authorize(now, route);
  },
};

function kindsOf({ method }: ApiRequest, { serving }: Route): [RequestKind, ...RequestKind[]] {
  if (serving.does === 'endpoint' && serving.endpoint.budget) return [serving.endpoint.budget];
  const { budget } = serving.does === 'action' ? (serving.resource.actions[serving.action] ?? {}) : {};
  return [method === 'GET' || method === 'HEAD' ? 'reads' : 'writes', ...(budget ? [budget] : [])];
}

const limitOf = (kind: RequestKind): number =>
  kind === 'resends' ? readSettings().resendsPerMinute : readSettings().rateLimits[kind];

const tighter = (left: Budget, right: Budget): Budget =>
  right.limit - right.used < left.limit - left.used ? right : left;

async function claimsOf(request: ApiRequest, now: Date): Promise<TokenClaims | undefined> {
  const token = tokenIn(request);
  return token === undefined ? undefined : readToken(token, now);
}

const tokenIn = ({ headers }: ApiRequest): string | undefined =>
  headers['authorization']?.match(/^Bearer +([\w.~+/-]+=*)$/i)?.[1];

const ENDED = 'The session of the token has ended, or its user is disabled. Sign in again at /oauth/token.';

/** Why a request without a valid token is rejected. */
async function reasonOf(request: ApiRequest, now: Date): Promise<string> {
  const token = tokenIn(request);
  if (token !== undefined)
    return (await isExpiredToken(token, now))
      ? 'The token has expired. Sign in again at /oauth/token.'
      : 'The token was not issued by this service. Sign in at /oauth/token and send its access_token unchanged.';
  return request.headers['authorization'] === undefined
    ? 'The request has no token. Sign in at /oauth/token and send the header Authorization: Bearer, with the token.'
    : 'The Authorization header is not Bearer with a token. Sign in at /oauth/token and send Authorization: Bearer, with the token.';
}

type Admissions = { readonly [K in RequestKind]?: Admission & { readonly now: Date } };

/** The last requests of sessions that this process admitted. */
const lastAdmissions = /* @__PURE__ */ once(() => new Map<string, Admissions>());
const MAX_SESSIONS = 1000;

function remember(admission: Admission, { kind, now }: { kind: RequestKind; now: Date }): void {
  const all = lastAdmissions();
  const { sessionId } = admission.caller;
  const admissions = { ...all.get(sessionId), [kind]: { ...admission, now } };
  // Insert the session last, so that the first one has been idle longest.
  all.delete(sessionId);
  all.set(sessionId, admissions);
  const [oldest] = all.keys();
  if (all.size > MAX_SESSIONS && oldest !== undefined) all.delete(oldest);
}
