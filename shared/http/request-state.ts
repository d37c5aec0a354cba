/** One request on its way through the stack: each middleware adds what it found out. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../auth/caller.ts';
import { Table } from '../table/table.ts';
import { toRequest } from './gateway.ts';
import type { Budget } from './rate-limit.ts';
import type { ApiRequest } from './request.ts';
import type { Match } from './router.ts';

export interface RequestState {
  request: ApiRequest;
  readonly now: Date;
  readonly table: Table;
  match: Match | undefined;
  caller: Caller | undefined;
  /** Of whom the request was counted against; none before that, as for an unknown path or a 401. */
  budget: Budget | undefined;
  // What @middy/http-json-body-parser reads and replaces.
  readonly headers: Readonly<Record<string, string | undefined>>;
  body: unknown;
  readonly isBase64Encoded: false;
}

/** All calls to the table of one request end within this time, so that the answer comes well before the function's end. */
const TABLE_MS = 7000;

export function newRequestState(event: APIGatewayProxyEventV2, now: Date): RequestState {
  const request = toRequest(event);
  return {
    request,
    now,
    table: new Table({ until: AbortSignal.timeout(TABLE_MS) }),
    match: undefined,
    caller: undefined,
    budget: undefined,
    headers: request.headers,
    body: request.rawBody,
    isBase64Encoded: false,
  };
}

/** Before the handler, `event` is the state; after it, `response` is ours until the edge writes it out. */
export type Middleware = MiddlewareObj<RequestState, unknown>;

/** @throws when a middleware stands before the one whose finding it needs: a fault of the stack, not of a request. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The middlewares stand in the wrong order.');
  return value;
}
