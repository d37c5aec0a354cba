/** The AWS endpoints of the stage on one port: requests of unmodified SDKs and command lines, by service and operation. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { AwsError } from './aws-error.ts';
import { readBody } from './read-body.ts';

export interface OperationContext {
  /** As the client addressed us: `127.0.0.1:3001`. */
  readonly host: string | undefined;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** By operation name: takes the request's members, gives the answer's. @throws AwsError */
export type Operations = Readonly<
  Record<string, (input: unknown, context: OperationContext) => object | Promise<object>>
>;

/** What answers requests of another form than JSON operations: the engine, Lambda. */
export type Passage = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) => void | Promise<void>;

export interface WireServices {
  /** By the service's part of X-Amz-Target. */
  readonly operations: Readonly<Record<string, Operations>>;
  /** Likewise, for services that are reached through us. */
  readonly passages: Readonly<Record<string, Passage>>;
  /** Without X-Amz-Target: Lambda's paths, and forms of the query protocol. */
  readonly byPath: Passage;
  readonly byQuery: Passage;
}

/** More than any of the services takes. */
const MOST_BYTES = 20 * 1024 * 1024;

export function wireListener({ operations, passages, byPath, byQuery }: WireServices): RequestListener {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    // Refused on AWS; here it also keeps web pages in the developer's browser out, which cannot set it unasked.
    if (!request.headers.authorization) {
      throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', {
        status: 403,
      });
    }
    const body = await readBody(request, MOST_BYTES);
    if (!body)
      throw new AwsError('RequestEntityTooLargeException', 'The request is too large.', { status: 413 });
    const target = request.headers['x-amz-target'];
    if (typeof target !== 'string') {
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
      return (isForm ? byQuery : byPath)(request, response, body);
    }
    const [service = '', operation = ''] = target.split('.');
    const passage = ownMember(passages, service);
    if (passage) return passage(request, response, body);
    const run = ownMember(ownMember(operations, service) ?? {}, operation);
    if (!run) throw new AwsError('UnknownOperationException', `The local stage does not know ${target}.`);
    const output = await run(parsed(body), contextOf(request, response));
    sendJson(response, 200, output);
  };
  return (request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, error));
  };
}

/** Names come from the client: `constructor` is a member of every object. */
function ownMember<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function contextOf(request: IncomingMessage, response: ServerResponse): OperationContext {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return { host: request.headers.host, signal: gone.signal };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString() || '{}');
  } catch {
    throw new AwsError('SerializationException', 'The body is not JSON.');
  }
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
    'x-amzn-requestid': randomUUID(),
  });
  response.end(text);
}

export function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const refusal = asAwsError(error);
  if (refusal.queryCode) response.setHeader('x-amzn-query-error', `${refusal.queryCode};Sender`);
  response.setHeader('x-amzn-errortype', refusal.type);
  sendJson(response, refusal.status, {
    __type: refusal.type,
    message: refusal.message,
    Message: refusal.message,
  });
}

function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (error instanceof v.ValiError) return new AwsError('ValidationException', error.message);
  const message = error instanceof Error ? error.message : String(error);
  return new AwsError('InternalFailure', message, { status: 500 });
}
