/** The one SQS client, and how messages are sent. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';

let client: SQSClient | undefined;

export function sqs(): SQSClient {
  client ??= new SQSClient({});
  return client;
}

export interface Message {
  readonly body: object;
  /** Messages of one group share a place in the queue: a busy group does not hold up the others (fair queues). */
  readonly group?: string;
  /** 0 to 900: SQS holds a message back no longer. */
  readonly delaySeconds?: number;
}

/** SQS takes at most so many messages in one batch. */
export const MESSAGES_PER_BATCH = 10;

/** @throws when the queue did not take every message. */
export async function send(queueUrl: string, messages: readonly Message[]): Promise<void> {
  for (let start = 0; start < messages.length; start += MESSAGES_PER_BATCH) {
    const batch = messages.slice(start, start + MESSAGES_PER_BATCH);
    const { Failed = [] } = await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: batch.map(({ body, group, delaySeconds = 0 }, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(body),
          MessageGroupId: group,
          DelaySeconds: Math.min(900, Math.ceil(delaySeconds)),
        })),
      }),
    );
    if (Failed.length > 0)
      throw new Error(`The queue refused ${Failed.length} messages: ${Failed[0]?.Code}.`);
  }
}
