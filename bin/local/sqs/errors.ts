/** The error responses of SQS. */
import { AwsError } from '../wire/aws-error.ts';

const sqsError = (name: string, message: string, queryCode = `AWS.SimpleQueueService.${name}`) =>
  new AwsError(`com.amazonaws.sqs#${name}`, message, { queryCode });

export const sqsErrors = {
  noQueue: () =>
    sqsError(
      'QueueDoesNotExist',
      'The specified queue does not exist.',
      'AWS.SimpleQueueService.NonExistentQueue',
    ),
  missing: (parameter: string) =>
    sqsError('MissingParameter', `The request must contain the parameter ${parameter}.`, 'MissingParameter'),
  invalid: (parameter: string, value: unknown, reason: string) =>
    sqsError(
      'InvalidParameterValue',
      `Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`,
      'InvalidParameterValue',
    ),
  contents: () =>
    sqsError(
      'InvalidMessageContents',
      'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
      'InvalidMessageContents',
    ),
  emptyBatch: () => sqsError('EmptyBatchRequest', 'There should be at least one entry in the request.'),
  longBatch: (count: number) =>
    sqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are 10. You have sent ${count}.`,
    ),
  largeBatch: (bytes: number, max: number) =>
    sqsError(
      'BatchRequestTooLong',
      `Batch requests cannot be longer than ${max} bytes. You have sent ${bytes} bytes.`,
    ),
  badEntryId: () =>
    sqsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    ),
  sameEntryIds: (id: string) => sqsError('BatchEntryIdsNotDistinct', `Id ${id} repeated.`),
  badReceipt: () =>
    sqsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.', 'ReceiptHandleIsInvalid'),
  notInFlight: () => sqsError('MessageNotInflight', 'The message is not in flight.'),
  overLimit: () =>
    sqsError('OverLimit', 'Too many messages in flight: process and delete some first.', 'OverLimit'),
} as const;
