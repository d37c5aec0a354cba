/** The AWS endpoint (AWS_ENDPOINT_URL): routes requests of SDKs and command lines by operation. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { AwsError } from './aws-error.ts';
import { isPresigned } from './is-presigned.ts';
import { readBody } from './read-body.ts';

interface OperationContext {
  /** The request's `Host`: `127.0.0.1:3001`. */
  readonly host: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Operations of a JSON protocol by name: members of the request to those of the response. Throw AwsError. */
export type Operations = Readonly<
  Record<string, (input: unknown, context: OperationContext) => object | Promise<object>>
>;

/** Handles whole HTTP requests: for protocols other than JSON, and for proxies. */
export type WireHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) => void | Promise<void>;

export interface AwsServices {
  /** By the service's prefix in X-Amz-Target. */
  readonly operations: Readonly<Record<string, Operations>>;
  /** Services that another process provides, by the same prefix. */
  readonly proxies: Readonly<Record<string, WireHandler>>;
  /** Requests that are signed for S3, and presigned ones. */
  readonly s3: WireHandler;
  /** Other requests without X-Amz-Target: Lambda's REST API. */
  readonly rest: WireHandler;
  /** Requests without X-Amz-Target that are forms: the query protocol. */
  readonly query: WireHandler;
}

/** Above the limit of every service. */
const MAX_BYTES = 20 * 1024 * 1024;

/** @param services what runs behind the endpoint; any other operation gets UnknownOperationException. */
export function awsListener({ operations, proxies, s3, rest, query }: AwsServices): RequestListener {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    // AWS rejects these too. It also keeps out web pages in the developer's browser: they cannot set the
    // header unasked, nor sign a request.
    const { authorization } = request.headers;
    if (!authorization && !isPresigned(request.url)) {
      throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', {
        status: 403,
      });
    }
    const body = await readBody(request, MAX_BYTES);
    if (!body)
      throw new AwsError('RequestEntityTooLargeException', 'The request is too large.', { status: 413 });
    if (!authorization || isSignedFor('s3', authorization)) return s3(request, response, body);
    const target = request.headers['x-amz-target'];
    if (typeof target !== 'string') {
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
      return (isForm ? query : rest)(request, response, body);
    }
    const [service = '', operation = ''] = target.split('.');
    const proxy = ownMember(proxies, service);
    if (proxy) return proxy(request, response, body);
    const run = ownMember(ownMember(operations, service) ?? {}, operation);
    if (!run) throw new AwsError('UnknownOperationException', `The local stage does not support ${target}.`);
    const output = await run(parsed(body), contextOf(request, response));
    sendJson(response, 200, output);
  };
  return (request, response) => {
    respond(request, response).catch((error: unknown) => reject(response, error));
  };
}

/** By the scope of the signature: `Credential=<key>/<day>/<region>/s3/aws4_request`. */
const isSignedFor = (service: string, authorization: string): boolean =>
  authorization.includes(`/${service}/aws4_request`);

/** Names come from the client, and every object inherits members such as `constructor`. */
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

function reject(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const rejection = asAwsError(error);
  if (rejection.queryCode) response.setHeader('x-amzn-query-error', `${rejection.queryCode};Sender`);
  response.setHeader('x-amzn-errortype', rejection.type);
  sendJson(response, rejection.status, {
    __type: rejection.type,
    message: rejection.message,
    Message: rejection.message,
  });
}

function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (error instanceof v.ValiError) return new AwsError('ValidationException', error.message);
  const message = error instanceof Error ? error.message : String(error);
  return new AwsError('InternalFailure', message, { status: 500 });
}
