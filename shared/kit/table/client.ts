/** The document client of DynamoDB, and the translation of its errors. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { once } from '../../platform/once.ts';
import { isOutage } from '../../platform/outage.ts';

/** The table throttles requests. The caller can try again. */
export class TableThrottled extends Error {
  override name = 'TableThrottled';
}

/** The table did not respond, so a write may or may not have been executed. */
export class TableUnavailable extends Error {
  override name = 'TableUnavailable';
}

/** The table usually responds within milliseconds, so the client retries after this time. */
const RESPONSE_MS = 2000;
const CONNECTION_MS = 1000;
/** With the pauses between attempts, a call ends within seven seconds. */
const ATTEMPTS = 3;

/**
 * Middleware of the SDK. The first copies every response for a logger, and there is none. The others add
 * headers that DynamoDB does not use.
 */
const UNUSED = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];

/** The deadline of the current request. */
const deadlines = new AsyncLocalStorage<AbortSignal | undefined>();

/** When the last attempt of the current call may be sent. */
const latest = new AsyncLocalStorage<number>();
export const MAX_SENDING_MS = 10_000;

/** Makes a call that is not sent later than ten seconds from now, even after the process was frozen. */
export const sentInTime = <T>(call: () => Promise<T>): Promise<T> =>
  latest.run(Date.now() + MAX_SENDING_MS, call);

export const dynamo = /* @__PURE__ */ once(() =>
  DynamoDBDocumentClient.from(newClient(), { marshallOptions: { removeUndefinedValues: true } }),
);

function newClient(): DynamoDBClient {
  const made = new DynamoDBClient({
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_MS,
      requestTimeout: RESPONSE_MS,
      // For responses that stop halfway.
      socketTimeout: RESPONSE_MS,
      throwOnRequestTimeout: true,
    },
  });
  for (const name of UNUSED) made.middlewareStack.remove(name);
  made.middlewareStack.add(
    (next) => (args) => {
      // Lambda may freeze the process after the response. Do not send anything when it resumes.
      if (deadlines.getStore()?.aborted || Date.now() > (latest.getStore() ?? Number.POSITIVE_INFINITY))
        throw timeIsUp();
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'deadline' },
  );
  return made;
}

const timeIsUp = () => new TableUnavailable('The table did not respond before the deadline of the request.');

/**
 * Translates the errors of a call.
 * @param until ends the call, even between retries. @throws TableThrottled, TableUnavailable.
 */
export async function responseOf<T>(call: () => Promise<T>, until: AbortSignal | undefined): Promise<T> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const end = () => reject(timeIsUp());
  until?.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([deadlines.run(until, call), timeUp]);
  } catch (error) {
    throw translated(error);
  } finally {
    until?.removeEventListener('abort', end);
  }
}

function translated(error: unknown): unknown {
  if (throttles.some((kind) => error instanceof kind)) {
    return new TableThrottled('The table throttled the request.', { cause: error });
  }
  if (isOutage(error)) return new TableUnavailable('The table did not respond.', { cause: error });
  return error;
}

const throttles = [
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionInProgressException,
];
