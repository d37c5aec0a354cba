/** Receives, releases, moves and deletes the messages of a dead-letter queue ("letters"). */
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message as ReceivedMessage,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import { batchesOf } from '../batches.ts';
import { type BatchOutcome, MESSAGES_PER_BATCH, requireAll, sqs } from './queue.ts';

export interface Letter {
  readonly id: string;
  readonly body: string;
  readonly group: string | undefined;
  readonly sentAt: Date;
  /** Why EventBridge could not deliver the event. */
  readonly reason: string | undefined;
  readonly receipt: string;
}

/** Received letters stay hidden from other readers longer than the operator's function can run. */
const HIDDEN_SECONDS = 360;

/** Receives batches until the queue is empty or `until` returns true. */
export async function* take(queueUrl: string, until: () => boolean): AsyncGenerator<Letter[]> {
  while (!until()) {
    const { Messages = [] } = await sqs().send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: MESSAGES_PER_BATCH,
        VisibilityTimeout: HIDDEN_SECONDS,
        // Only a long poll asks all servers. A short poll can be empty although the queue is not.
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['MessageGroupId', 'SentTimestamp'],
        MessageAttributeNames: ['ERROR_MESSAGE'],
      }),
    );
    if (Messages.length === 0) return;
    yield Messages.map(letterOf);
  }
}

/**
 * Receives letters until the one with the id is among them, and makes the others visible again.
 * @returns it, hidden from other readers, if it was found; and how many were received.
 */
export async function takeOne(
  queueUrl: string,
  id: string,
  { isEnough }: { readonly isEnough: (count: number) => boolean },
): Promise<{ letter: Letter | undefined; searched: number }> {
  let letter: Letter | undefined;
  // Without their bodies, because there can be many.
  const others: Pick<Letter, 'receipt'>[] = [];
  try {
    for await (const batch of take(queueUrl, () => letter !== undefined || isEnough(others.length))) {
      for (const each of batch) {
        if (each.id === id) letter = each;
        else others.push({ receipt: each.receipt });
      }
    }
  } finally {
    await release(queueUrl, others);
  }
  return { letter, searched: others.length };
}

const letterOf = ({
  MessageId,
  Body,
  ReceiptHandle,
  Attributes,
  MessageAttributes,
}: ReceivedMessage): Letter => ({
  id: MessageId ?? '',
  body: Body ?? '',
  group: Attributes?.MessageGroupId,
  sentAt: new Date(Number(Attributes?.SentTimestamp)),
  reason: MessageAttributes?.['ERROR_MESSAGE']?.StringValue,
  receipt: ReceiptHandle ?? '',
});

/** Makes received letters visible again immediately. */
export function release(queueUrl: string, letters: readonly Pick<Letter, 'receipt'>[]): Promise<void> {
  return inBatches(letters, (batch) =>
    sqs().send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: queueUrl,
        Entries: batch.map(({ receipt }, index) => ({
          Id: String(index),
          ReceiptHandle: receipt,
          VisibilityTimeout: 0,
        })),
      }),
    ),
  );
}

export function discard(queueUrl: string, letters: readonly Letter[]): Promise<void> {
  return inBatches(letters, (batch) =>
    sqs().send(
      new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: batch.map(({ receipt }, index) => ({ Id: String(index), ReceiptHandle: receipt })),
      }),
    ),
  );
}

/** Sends letters to another queue before deleting them. A letter may arrive twice, but none is lost. */
export function move(letters: readonly Letter[], { from, to }: { from: string; to: string }): Promise<void> {
  const send = async (batch: readonly Letter[]) => {
    const outcome = await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl: to,
        Entries: batch.map(({ body, group }, index) => ({
          Id: String(index),
          MessageBody: body,
          MessageGroupId: group,
        })),
      }),
    );
    const sent = new Set((outcome.Successful ?? []).map(({ Id }) => Number(Id)));
    const moved = batch.filter((_, index) => sent.has(index));
    await discard(from, moved);
    return outcome;
  };
  return inBatches(letters, send, LETTERS_SIZE);
}

/** SQS limits a batch to 1 MiB. */
const LETTERS_SIZE = { mostBytes: 1024 * 1024, bytesOf: ({ body }: Letter) => Buffer.byteLength(body) };

/** @throws Error if the queue rejects a message. */
async function inBatches<T>(
  letters: readonly T[],
  send: (batch: readonly T[]) => Promise<BatchOutcome>,
  size?: { readonly mostBytes: number; readonly bytesOf: (letter: T) => number },
): Promise<void> {
  for (const batch of batchesOf(letters, MESSAGES_PER_BATCH, size)) requireAll(await send(batch));
}
