/** The REST API of Lambda: Invoke, synchronous and asynchronous, and the lists of directory.ts. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestPath } from '../host/request-path.ts';
import { sendJson, type WireHandler } from '../wire/aws-endpoint.ts';
import { AwsError } from '../wire/aws-error.ts';
import type { AsyncInvocations } from './async-invocations.ts';
import type { LambdaDirectory } from './directory.ts';
import { type Runtime, UnknownFunction } from './runtime.ts';

const MAX_BYTES = 6 * 1024 * 1024;
const MAX_EVENT_BYTES = 1024 * 1024;

interface Lambda {
  readonly runtime: Runtime;
  readonly invocations: AsyncInvocations;
  readonly directory: LambdaDirectory;
}

export function lambdaApi(lambda: Lambda): WireHandler {
  return async (request, response, body) => {
    try {
      const name = invokedName(request);
      const listing = request.method === 'GET' ? lambda.directory(requestPath(request)) : undefined;
      if (name !== undefined) await invoke(lambda, name, { request, response, body });
      else if (listing) sendJson(response, 200, listing);
      else throw unknownPath(request);
    } catch (error) {
      if (error instanceof URIError) throw unknownPath(request);
      if (!(error instanceof UnknownFunction)) throw error;
      throw new AwsError('ResourceNotFoundException', error.message, { status: 404 });
    }
  };
}

function invokedName(request: IncomingMessage): string | undefined {
  const [, encoded] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(requestPath(request)) ?? [];
  return encoded && request.method === 'POST' ? decodeURIComponent(encoded) : undefined;
}

const unknownPath = ({ method, url }: IncomingMessage) =>
  new AwsError('UnknownOperationException', `The local stage does not support ${method} ${url}.`, {
    status: 404,
  });

async function invoke(
  { runtime, invocations }: Lambda,
  name: string,
  { request, response, body }: { request: IncomingMessage; response: ServerResponse; body: Buffer },
): Promise<void> {
  const payload = body.length > 0 ? body.toString() : '{}';
  const isEvent = request.headers['x-amz-invocation-type'] === 'Event';
  checkPayload(payload, isEvent ? MAX_EVENT_BYTES : MAX_BYTES);
  const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
  if (isEvent) {
    runtime.checkFunction(name);
    invocations.add(name, payload);
    response.writeHead(202, headers).end();
    return;
  }
  const outcome = await runtime.invoke(name, payload);
  response.writeHead(200, {
    ...headers,
    'x-amz-executed-version': '$LATEST',
    ...(outcome.isError && { 'x-amz-function-error': 'Unhandled' }),
  });
  response.end(outcome.payload);
}

function checkPayload(payload: string, maxBytes: number): void {
  if (Buffer.byteLength(payload) > maxBytes) {
    const message = `Request must be smaller than ${maxBytes} bytes for the InvokeFunction operation`;
    throw new AwsError('RequestTooLargeException', message, { status: 413 });
  }
  try {
    JSON.parse(payload);
  } catch {
    throw new AwsError('InvalidRequestContentException', 'Could not parse request body into json.');
  }
}
