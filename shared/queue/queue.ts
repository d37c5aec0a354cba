/** The one SQS client: sends, and empties a queue into another. */
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';

let client: SQSClient | undefined;

function sqs(): SQSClient {
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
const MESSAGES_PER_BATCH = 10;

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

/** Moves what is in one queue into another, a message at a time: one may arrive twice, none gets lost. */
export async function moveAll(from: string, to: string): Promise<number> {
  let moved = 0;
  for (;;) {
    const { Messages = [] } = await sqs().send(
      new ReceiveMessageCommand({
        QueueUrl: from,
        MaxNumberOfMessages: MESSAGES_PER_BATCH,
        MessageSystemAttributeNames: ['MessageGroupId'],
      }),
    );
    if (Messages.length === 0) return moved;
    for (const { Body, ReceiptHandle, Attributes } of Messages) {
      const MessageGroupId = Attributes?.MessageGroupId;
      await sqs().send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body, MessageGroupId }));
      await sqs().send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
      moved += 1;
    }
  }
}
