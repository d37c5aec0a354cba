/** The one DynamoDB client of a function, and what its errors mean to us. */
import {
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';

/** The table refuses more work for now: the caller may try again. */
export class TableThrottled extends Error {
  override name = 'TableThrottled';
}

let client: DynamoDBClient | undefined;

export function dynamo(): DynamoDBClient {
  client ??= new DynamoDBClient({ maxAttempts: 4 });
  return client;
}

const throttles = [ProvisionedThroughputExceededException, RequestLimitExceeded, ThrottlingException];

export function isThrottling(error: unknown): boolean {
  return throttles.some((kind) => error instanceof kind);
}
