/** Lambda's Invoke, as the SDK speaks it: waiting for the result, or handing an event over. */
import { randomUUID } from 'node:crypto';
import { AwsError } from '../wire/aws-error.ts';
import type { Passage } from '../wire/wire.ts';
import type { AsyncInvocations } from './async-invocations.ts';
import { type Runtime, UnknownFunction } from './runtime.ts';

const MOST_BYTES = 6 * 1024 * 1024;
const MOST_EVENT_BYTES = 1024 * 1024;

export function lambdaPassage(runtime: Runtime, invocations: AsyncInvocations): Passage {
  return async (request, response, body) => {
    const [, encoded] = /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(request.url ?? '') ?? [];
    if (!encoded || request.method !== 'POST')
      throw new AwsError(
        'UnknownOperationException',
        `The local stage does not know ${request.method} ${request.url}.`,
        { status: 404 },
      );
    const name = decodeURIComponent(encoded);
    const payload = body.length > 0 ? body.toString() : '{}';
    checkPayload(
      payload,
      request.headers['x-amz-invocation-type'] === 'Event' ? MOST_EVENT_BYTES : MOST_BYTES,
    );
    const headers = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
    try {
      if (request.headers['x-amz-invocation-type'] === 'Event') {
        runtime.concurrency(name);
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
    } catch (error) {
      if (!(error instanceof UnknownFunction)) throw error;
      throw new AwsError('ResourceNotFoundException', error.message, { status: 404 });
    }
  };
}

function checkPayload(payload: string, mostBytes: number): void {
  if (Buffer.byteLength(payload) > mostBytes) {
    throw new AwsError(
      'RequestTooLargeException',
      `Request must be smaller than ${mostBytes} bytes for the InvokeFunction operation`,
      { status: 413 },
    );
  }
  try {
    JSON.parse(payload);
  } catch {
    throw new AwsError('InvalidRequestContentException', 'Could not parse request body into json.');
  }
}
