/** The one DynamoDB client of a function, and what its errors mean to us. */
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

/** The table rejects more work for now: the caller may try again. */
export class TableThrottled extends Error {
  override name = 'TableThrottled';
}

/** The table gives no response, or one that is not a response to the call: whether a write was done is not known. */
export class TableUnavailable extends Error {
  override name = 'TableUnavailable';
}

/** The table responds within milliseconds: after this long the response is lost, and the client asks again. */
const RESPONSE_MS = 2000;
const CONNECTION_MS = 1000;
/** With the pauses between them, a call ends within seven seconds, with a response or without. */
const ATTEMPTS = 3;

/** Of the request on whose behalf a call is made. */
const deadlines = new AsyncLocalStorage<AbortSignal | undefined>();

/** Takes and gives rows as plain values. */
export const dynamo = /* @__PURE__ */ once(() =>
  DynamoDBDocumentClient.from(newClient(), { marshallOptions: { removeUndefinedValues: true } }),
);

function newClient(): DynamoDBClient {
  const made = new DynamoDBClient({
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_MS,
      requestTimeout: RESPONSE_MS,
      // For a response that stops halfway.
      socketTimeout: RESPONSE_MS,
      throwOnRequestTimeout: true,
    },
  });
  made.middlewareStack.add(
    (next) => (args) => {
      // A function may be frozen once it has responded: nothing is to be sent when it goes on.
      if (deadlines.getStore()?.aborted) throw timeIsUp();
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'deadline' },
  );
  return made;
}

const timeIsUp = () =>
  new TableUnavailable('The time of the request is over, and the table has not responded.');

/**
 * The result of a call, or its error as the rest of the code knows it.
 * @param until ends the wait, whatever the client would still try. @throws TableThrottled, TableUnavailable.
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
    return new TableThrottled('The table is throttling.', { cause: error });
  }
  if (isOutage(error)) return new TableUnavailable('The table does not respond.', { cause: error });
  return error;
}

const throttles = [
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionInProgressException,
];
