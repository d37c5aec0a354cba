/** The middy stack of all API functions: routing, authentication, content negotiation, body, handler. */
import { isDeepStrictEqual } from 'node:util';
import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { describedError, writeLine } from '../../platform/log.ts';
import { API, writeMetrics } from '../../platform/metrics.ts';
import { readSettings } from '../../platform/settings.ts';
import { FORM_TYPE } from '../declare/endpoint.ts';
import type { ProblemTable } from '../declare/problem-definition.ts';
import { hasBody, mayChange, onlyReads, showsCsv, takesForm } from '../declare/routes.ts';
import { MEDIA_TYPE } from '../jsonapi/types.ts';
import { UnreadableRow } from '../table/unreadable-row.ts';
import { Problems, problem } from '../values/problems.ts';
import { required } from '../values/required.ts';
import type { Caller, Callers } from './caller.ts';
import { errorResponse } from './errors.ts';
import { rejectionPastFirewall } from './firewall.ts';
import { parseForm } from './form.ts';
import { faultIn } from './json-fault.ts';
import { checkAccept, checkContent, sendsForm } from './media-types.ts';
import { checkNesting } from './nesting.ts';
import { requireBudget } from './rate-limit.ts';
import { type Middleware, newRequestState, type RequestState } from './request-state.ts';
import type { ApiResponse } from './response.ts';
import { writeResponse } from './response-writer.ts';
import type { Router } from './router.ts';

export interface StackOptions {
  readonly callers: Callers;
  readonly router: Router;
  readonly problems: ProblemTable;
  readonly clock?: () => Date;
}

export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: object,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * @param respond called after authentication and parsing. Its errors become responses.
 */
export function stackAround(
  respond: Respond,
  { callers, router, problems, clock = () => new Date() }: StackOptions,
): ApiHandler {
  const stack = middy<unknown, unknown>()
    .use(edge(problems, clock))
    .use(routing(router))
    .use(authentication(callers, respond))
    .use(negotiation)
    .use(parsedBody)
    .handler((event: unknown) => respondTo(event as RequestState, callers, respond));
  // The edge middleware converts the event to a RequestState, and the ApiResponse to the gateway's format.
  const behindFirewall = stack as unknown as ApiHandler;
  return async (event, context) => rejectionPastFirewall(event) ?? behindFirewall(event, context);
}

/** The outermost middleware creates the state, writes the response and logs the request. */
function edge(problems: ProblemTable, clock: () => Date): Middleware {
  return {
    before(request) {
      // The type is that of the other middleware, for which this one creates the state.
      request.event = newRequestState(request.event as unknown as APIGatewayProxyEventV2, clock());
    },
    async after(request) {
      await settled(request.event);
      const response = request.response as ApiResponse;
      request.response = writeResponse(request.event, response);
      logRequest(request.event, { response });
    },
    async onError(request) {
      await settled(request.event);
      const response = errorResponse(request.error, { problems, requestId: request.event.request.id });
      request.response = writeResponse(request.event, response);
      logRequest(request.event, { response, error: request.error });
    },
  };
}

/** No call is under way when the process is frozen after the response. */
const settled = ({ begun }: RequestState) => begun?.response.catch(() => undefined);

/** RFC 9110 (4.1) recommends at least 8,000. The gateway passes on 10,240 with the headers. */
const MAX_URL_BYTES = 8000;

const routing = (router: Router): Middleware => ({
  before({ event }) {
    if (event.request.urlBytes > MAX_URL_BYTES)
      throw problem(
        'url_too_long',
        `The URL must be at most ${MAX_URL_BYTES} bytes. Send fewer values in it.`,
      );
    event.match = router(event.request.method, event.request.path);
  },
});

type Respond = (state: RequestState) => Promise<ApiResponse>;

/** Begins reads while the request is being admitted. Their results are used only if it is. */
const authentication = (callers: Callers, respond: Respond): Middleware => ({
  async before({ event }) {
    const { route } = required(event.match, 'The router comes first.');
    if (route.access === 'public') return;
    const begin = async (caller: Caller) => {
      callers.authorize(caller, route);
      return respond({ ...event, caller });
    };
    const expect = (caller: Caller) => {
      if (!onlyReads(route)) return;
      event.begun = { caller, response: begin(caller) };
      event.begun.response.catch(() => undefined);
    };
    const { caller, budget } = await callers.authenticate(event.request, { ...event, route, expect });
    event.caller = caller;
    event.budget = budget;
    requireBudget(budget);
    callers.authorize(caller, route);
  },
});

/**
 * After a write was admitted, an operator can disable its caller and change what it is then rejected for. The response is
 * the one that a request after that change gets.
 */
async function respondTo(state: RequestState, callers: Callers, respond: Respond): Promise<ApiResponse> {
  try {
    return await admitted(state, respond);
  } catch (error) {
    const { caller, table, match } = state;
    if (error instanceof Problems && caller && match && mayChange(match.route))
      await callers.confirm(caller, { table, route: match.route });
    throw error;
  }
}

/** Begins again if the caller is not as expected, for example because the role has changed. */
const admitted = (state: RequestState, respond: Respond): Promise<ApiResponse> =>
  state.begun && isDeepStrictEqual(state.begun.caller, state.caller) ? state.begun.response : respond(state);

function contentTypesOf({ route: { serving } }: NonNullable<RequestState['match']>): string[] {
  if (serving.does !== 'endpoint') return [MEDIA_TYPE];
  const { contentType, form } = serving.endpoint;
  return [contentType, ...(form ? [FORM_TYPE] : [])];
}

const negotiation: Middleware = {
  before({ event }) {
    const match = required(event.match, 'The router comes first.');
    checkAccept(event.request, showsCsv(match.route));
    const wanted = contentTypesOf(match);
    checkContent(event.request, { wanted, kilobytes: readSettings().bodyLimits.kilobytes });
  },
};

const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

const parsedBody: Middleware = {
  async before(request) {
    const state = request.event;
    const { rawBody } = state.request;
    const { route } = required(state.match, 'The router comes first.');
    if (sendsForm(state.request) && takesForm(route)) {
      // An empty body is a form without members.
      state.request = { ...state.request, body: parseForm(rawBody ?? '') };
      return;
    }
    if (rawBody === undefined || !hasBody(route)) return;
    checkNesting(rawBody, readSettings().bodyLimits.depth);
    try {
      await parser.before?.(request as never);
    } catch (error) {
      state.body = parseWithForbiddenKeys(rawBody, error);
    }
    state.request = { ...state.request, body: state.body };
  },
};

/** The parser rejects keys such as `__proto__`. With JSON.parse, they become unknown members. */
function parseWithForbiddenKeys(rawBody: string, error: unknown): unknown {
  if (error instanceof Error && error.message === 'Forbidden key in JSON body') return JSON.parse(rawBody);
  throw problem('malformed_json', rawBody.trim() === '' ? 'The body is empty.' : notJson(rawBody));
}

/** Says where a text is not JSON, without repeating it. */
function notJson(text: string): string {
  const at = faultIn(text);
  if (at === text.length) return 'The body is not valid JSON. It ends too early.';
  const lines = text.slice(0, at).split('\n');
  return `The body is not valid JSON at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}.`;
}

const MAX_NAMED = 20;

/** Writes one line, without bodies, headers and query values, because they may contain secrets. */
function logRequest(
  state: RequestState,
  { response, error }: { response: ApiResponse; error?: unknown },
): void {
  const { request, match, caller, table, now } = state;
  const { calls, readUnits, writeUnits } = table.meter;
  const damaged = response.damaged ?? (error instanceof UnreadableRow ? [error] : []);
  const [fault = error] = damaged;
  writeLine({
    level: response.status >= 500 || damaged.length > 0 ? 'error' : 'info',
    message: 'request',
    requestId: request.id,
    method: request.method,
    route: match?.route.path ?? 'none',
    status: response.status,
    user: caller?.userId,
    organization: caller?.organizationId,
    durationMs: Date.now() - now.getTime(),
    table: { calls, readUnits, writeUnits },
    ...(fault !== undefined && { problem: describedError(fault) }),
    ...(damaged.length > 1 && { unreadable: damaged.slice(0, MAX_NAMED).map(({ key }) => key) }),
  });
  if (damaged.length > 0) writeMetrics(API, { RowsUnreadable: damaged.length });
}
