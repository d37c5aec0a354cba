/** The one middy stack of all API functions, in the order in which a request is looked at. */
import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { takesDocument } from '../api/define/routes.ts';
import { problem } from '../domain/problems.ts';
import { MEDIA_TYPE } from '../jsonapi/types.ts';
import { writeAnswer } from './answer-writer.ts';
import { authenticate, requireRole } from './authenticate.ts';
import { errorResponse } from './errors.ts';
import { type Exchange, found, type Middleware, openExchange } from './exchange.ts';
import { logRequest } from './log.ts';
import { checkAccept, checkContent } from './media-types.ts';
import { requireBudget } from './rate-limit.ts';
import type { Response } from './response.ts';
import type { Router } from './router.ts';

export interface StackOptions {
  readonly router: Router;
  readonly clock?: () => Date;
}

export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: object,
) => Promise<APIGatewayProxyStructuredResultV2>;

export function stackAround(
  respond: (exchange: Exchange) => Promise<Response>,
  { router, clock = () => new Date() }: StackOptions,
): ApiHandler {
  const stack = middy<unknown, unknown>()
    .use(edge(clock))
    .use(routing(router))
    .use(authentication)
    .use(negotiation)
    .use(jsonBody)
    .handler((event: unknown) => respond(event as Exchange));
  // The edge turns the gateway's event into an exchange and an answer into the gateway's result.
  return stack as unknown as ApiHandler;
}

/** First in, last out: the exchange opens here, and whatever happened becomes an answer and a log line. */
function edge(clock: () => Date): Middleware {
  return {
    before(request) {
      request.event = openExchange(request.event as unknown as APIGatewayProxyEventV2, clock());
    },
    after(request) {
      const response = request.response as Response;
      request.response = writeAnswer(request.event, response);
      logRequest(request.event, { response });
    },
    onError(request) {
      const response = errorResponse(request.error, request.event.request.id);
      request.response = writeAnswer(request.event, response);
      logRequest(request.event, { response, error: request.error });
    },
  };
}

const routing = (router: Router): Middleware => ({
  before({ event }) {
    event.match = router(event.request.method, event.request.path);
  },
});

const authentication: Middleware = {
  async before({ event }) {
    const { route } = found(event.match);
    if (route.access === 'public') return;
    const { caller, budget } = await authenticate(event.request, event);
    event.caller = caller;
    event.budget = budget;
    requireBudget(budget);
    requireRole(caller, route);
  },
};

const contentTypeOf = ({ route: { serving } }: NonNullable<Exchange['match']>): string =>
  serving.does === 'endpoint' ? serving.endpoint.contentType : MEDIA_TYPE;

const negotiation: Middleware = {
  before({ event }) {
    checkAccept(event.request);
    checkContent(event.request, contentTypeOf(found(event.match)));
  },
};

const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

const jsonBody: Middleware = {
  async before(request) {
    const exchange = request.event;
    if (exchange.request.rawBody === undefined || !takesDocument(found(exchange.match).route)) return;
    try {
      await parser.before?.(request as never);
    } catch (error) {
      exchange.body = parsedAnyway(exchange.request.rawBody, error);
    }
    exchange.request = { ...exchange.request, body: exchange.body };
  },
};

/** The parser refuses `__proto__` and its like; here they are unknown members: JSON.parse makes them plain properties. */
function parsedAnyway(rawBody: string, error: unknown): unknown {
  if (error instanceof Error && error.message === 'Forbidden key in JSON body') return JSON.parse(rawBody);
  throw problem('malformed_json', 'The body is not JSON.');
}
