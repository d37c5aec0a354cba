/** A message of a queue as functions receive it. */
import type { Message } from '../observed/message.ts';
import { md5, receiptHandle, systemAttributes } from '../sqs/message-format.ts';
import { region } from '../template/addresses.ts';

export type QueueRecord = ReturnType<typeof recordOf>;

export function recordOf(message: Message, eventSourceARN: string) {
  return {
    messageId: message.id,
    receiptHandle: receiptHandle(message),
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: Object.fromEntries(
      Object.entries(message.attributes ?? {}).map(([name, value]) => [name, decapitalized(value)]),
    ),
    md5OfBody: md5(message.body),
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: region,
  };
}

/** SQS sends `StringValue`, but functions receive `stringValue`. */
const decapitalized = (attribute: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(attribute).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  );
