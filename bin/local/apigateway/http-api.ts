/** The stage's HTTP API: finds a request's route, invokes its function and responds as API Gateway does. */
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { gatewayPermissions, type IsPermitted } from '../lambda/permissions.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { InvocationOutcome } from '../observed/invocation-outcome.ts';
import { arnOf } from '../template/addresses.ts';
import type { Plan } from '../template/plan.ts';
import { readBody } from '../wire/read-body.ts';
import { gatewayEvent } from './event.ts';
import { gatewayPath } from './path.ts';
import { compileRoutes, type RouteMatch, type Router } from './routes.ts';

interface Integration {
  readonly apiId: string;
  readonly functionArn: string;
  readonly timeoutMilliseconds: number;
}

const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Lambda's limit for events and results. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

const tooLarge = () => gatewayMessage(413, 'Request Entity Too Large');

export function httpApi({ plan, runtime }: { plan: Plan; runtime: Runtime }): RequestListener {
  const gateway = { router: compileRoutes(routesOf(plan)), isPermitted: gatewayPermissions(plan), runtime };
  return (request, response) => {
    respond(request, gateway)
      .then((responded) => {
        // The rest of an unread request would be parsed as the next request.
        if (!request.complete) response.setHeader('connection', 'close');
        send(response, responded);
      })
      // Also reached when a function returns invalid headers.
      .catch(() => send(response, serverError()));
  };
}

/** The integrations by route key. */
export function routesOf(plan: Plan): [string, Integration][] {
  return plan.ofType('AWS::ApiGatewayV2::Api').flatMap(({ ref: apiId, properties: { Body } }) => {
    const integrations = Body.components['x-amazon-apigateway-integrations'];
    return Object.entries(Body.paths).map(
      ([path, { 'x-amazon-apigateway-any-method': route }]): [string, Integration] => {
        const { $ref } = route['x-amazon-apigateway-integration'];
        const integration = integrations[$ref.slice(INTEGRATIONS.length)];
        const [, functionArn] = integration?.uri.match(/\/functions\/([^/]+)\/invocations$/) ?? [];
        if (!integration || !functionArn || !$ref.startsWith(INTEGRATIONS))
          throw new Error(`${path}: there is no function at ${$ref}.`);
        const target = { apiId, functionArn, timeoutMilliseconds: integration.timeoutInMillis };
        return [route.isDefaultRoute ? path.slice(1) : `ANY ${path}`, target];
      },
    );
  });
}

const INTEGRATIONS = '#/components/x-amazon-apigateway-integrations/';

async function respond(
  request: IncomingMessage,
  {
    router,
    isPermitted,
    runtime,
  }: { router: Router<Integration>; isPermitted: IsPermitted; runtime: Runtime },
): Promise<GatewayResponse> {
  const [target = '', query = ''] = request.url?.split(/\?(.*)/s) ?? [];
  const path = gatewayPath(target);
  if (path === undefined) return gatewayMessage(400, 'Bad Request');
  const match = router(path);
  if (!match) return gatewayMessage(404, 'Not Found');
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLarge();
  const body = await readBody(request, MAX_BODY_BYTES);
  if (!body) return tooLarge();
  const payload = JSON.stringify(gatewayEvent({ request, body, path, query, match }));
  if (payload.length > MAX_PAYLOAD_BYTES) return tooLarge();
  const { functionArn, timeoutMilliseconds } = match.target;
  if (!isPermitted(functionArn, sourceArn(request.method, match))) return serverError();
  const outcome = await withTimeout(runtime.invoke(functionArn, payload), timeoutMilliseconds);
  if (!outcome) return gatewayMessage(503, 'Service Unavailable');
  if (outcome.payload.length > MAX_PAYLOAD_BYTES) return serverError();
  return gatewayResponse(outcome);
}

/** What calls the function: the route as declared. The default route has neither method nor path. */
function sourceArn(method = 'GET', { routeKey, target }: RouteMatch<Integration>): string {
  const [, path] = routeKey.split(' ');
  const route = path === undefined ? routeKey : method + path;
  return arnOf('execute-api', `${target.apiId}/$default/${route}`);
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function send(response: ServerResponse, { status, headers, body }: GatewayResponse): void {
  const hasBody = status !== 204 && status !== 304;
  const length = Buffer.byteLength(body);
  // Functions omit the body of HEAD, and its length would have to be that of GET (RFC 9110, 8.6).
  const isLengthKnown = hasBody && !(response.req.method === 'HEAD' && length === 0);
  response.writeHead(status, { ...headers, ...(isLengthKnown && { 'content-length': length }) });
  response.end(hasBody ? body : undefined);
}

interface GatewayResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

const headerValue = v.union([v.string(), v.number(), v.boolean()]);
const responseSchema = v.object({
  statusCode: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.transform(Number))]),
    v.integer(),
    v.minValue(200),
    v.maxValue(599),
  ),
  headers: v.nullish(v.record(v.string(), headerValue)),
  cookies: v.nullish(v.array(v.string())),
  body: v.nullish(v.string(), ''),
  isBase64Encoded: v.nullish(v.boolean(), false),
});

/** A response of the gateway itself. */
function gatewayMessage(status: number, message: string): GatewayResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) };
}

const serverError = () => gatewayMessage(500, 'Internal Server Error');

/** @returns the response for what a function returns. A malformed result is a 500. */
function gatewayResponse({ payload, isError }: InvocationOutcome): GatewayResponse {
  if (isError) return serverError();
  const result: unknown = JSON.parse(payload);
  // In format 2.0, a result without a status code is the body.
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    return { status: 200, headers: { 'content-type': 'application/json' }, body: payload };
  }
  const parsed = v.safeParse(responseSchema, result);
  if (!parsed.success) return serverError();
  const { statusCode, headers, cookies, body = '', isBase64Encoded } = parsed.output;
  const sent: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers ?? {})) sent[name.toLowerCase()] = String(value);
  if (body) sent['content-type'] ??= 'text/plain;charset=UTF-8';
  if (cookies && cookies.length > 0) sent['set-cookie'] = cookies;
  return {
    status: statusCode,
    headers: sent,
    body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}
