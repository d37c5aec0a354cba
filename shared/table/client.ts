/** The one DynamoDB client of a function, and what its errors mean to us. */
import {
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';

/** The table refuses more work for now: the caller may try again. */
export class TableThrottled extends Error {
  override name = 'TableThrottled';
}

/** The table answers within milliseconds: after this long the answer is lost, and the client asks again. */
const ANSWER_MS = 3500;

let client: DynamoDBClient | undefined;

export function dynamo(): DynamoDBClient {
  client ??= new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: { requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  });
  return client;
}

const throttles = [
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionInProgressException,
];

export function isThrottling(error: unknown): boolean {
  return throttles.some((kind) => error instanceof kind);
}
