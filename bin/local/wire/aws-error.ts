/** An error response of AWS; aws-endpoint.ts serializes it. */

export class AwsError extends Error {
  /** The error's shape, such as `com.amazonaws.sqs#QueueDoesNotExist`. */
  readonly type: string;
  readonly status: number;
  /** The error's name in the older query protocol, where it differs. SQS clients report this one. */
  readonly queryCode: string | undefined;

  constructor(
    type: string,
    message: string,
    { status = 400, queryCode }: { status?: number; queryCode?: string } = {},
  ) {
    super(message);
    this.name = 'AwsError';
    this.type = type;
    this.status = status;
    this.queryCode = queryCode;
  }
}
