/** The stage's HTTP API: finds the route of a request, invokes its function and responds as API Gateway does. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gatewayPermissions, type IsPermitted } from '../lambda/permissions.ts';
import type { Runtime } from '../lambda/runtime.ts';
import { arnOf } from '../template/addresses.ts';
import type { Plan } from '../template/plan.ts';
import { readBody } from '../wire/read-body.ts';
import { gatewayEvent } from './event.ts';
import { gatewayPath } from './path.ts';
import { type GatewayResponse, gatewayMessage, gatewayResponse, serverError } from './response.ts';
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
        const [, functionArn] = /\/functions\/([^/]+)\/invocations$/.exec(integration?.uri ?? '') ?? [];
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
  const [target = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
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

/** What calls the function: the route with its path as declared. The default route has neither method nor path. */
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
  response.writeHead(status, { ...headers, ...(hasBody && { 'content-length': Buffer.byteLength(body) }) });
  response.end(hasBody ? body : undefined);
}
