/** The state of one request in the middleware stack. Each middleware fills in its part. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Table } from '../table/table.ts';
import type { Caller } from './caller.ts';
import { toRequest } from './gateway.ts';
import type { Budget } from './rate-limit.ts';
import type { ApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';
import type { Match } from './router.ts';

export interface RequestState {
  request: ApiRequest;
  readonly now: Date;
  readonly table: Table;
  match: Match | undefined;
  caller: Caller | undefined;
  /** A response to the expected caller, begun before the request was admitted. */
  begun: { readonly caller: Caller; readonly response: Promise<ApiResponse> } | undefined;
  /** Undefined until the request is counted, and therefore for unknown paths and 401s. */
  budget: Budget | undefined;
  // Read and replaced by @middy/http-json-body-parser.
  readonly headers: Readonly<Record<string, string | undefined>>;
  body: unknown;
  readonly isBase64Encoded: false;
}

/** Deadline for all table calls of a request, well below the function's timeout. */
const TABLE_MS = 7000;

export function newRequestState(event: APIGatewayProxyEventV2, now: Date): RequestState {
  const request = toRequest(event);
  return {
    request,
    now,
    table: new Table({ until: AbortSignal.timeout(TABLE_MS) }),
    match: undefined,
    caller: undefined,
    begun: undefined,
    budget: undefined,
    headers: request.headers,
    body: request.rawBody,
    isBase64Encoded: false,
  };
}

/** `event` is the request's state. `response` is an `ApiResponse` until the outermost middleware. */
export type Middleware = MiddlewareObj<RequestState, unknown>;
