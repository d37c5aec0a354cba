/** The SQS client, and how messages are sent. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { batchesOf } from '../batches.ts';
import { once } from '../once.ts';

export const sqs = /* @__PURE__ */ once(() => new SQSClient({}));

export interface QueueMessage {
  readonly body: object;
  /** A busy group of messages does not delay the other groups (fair queues). */
  readonly group?: string;
  /** 0 to 900, the most that SQS delays a message. */
  readonly delaySeconds?: number;
}

/** The most messages SQS takes in one batch. */
export const MESSAGES_PER_BATCH = 10;

/**
 * Sends messages in batches.
 * @throws Error when the queue did not take every message. Some may have been sent.
 * @example await send(environment('WEBHOOK_QUEUE_URL'), [{ body: { eventId }, group: ownerId }])
 */
export async function send(queueUrl: string, messages: readonly QueueMessage[]): Promise<void> {
  for (const batch of batchesOf(messages, MESSAGES_PER_BATCH)) {
    const outcome = await sqs().send(
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
    requireAll(outcome);
  }
}

export interface BatchOutcome {
  readonly Failed?: readonly { readonly Code?: string | undefined }[] | undefined;
}

/** @throws Error when the queue rejected a message of the batch. */
export function requireAll({ Failed = [] }: BatchOutcome): void {
  if (Failed.length > 0) throw new Error(`The queue rejected ${Failed.length} messages: ${Failed[0]?.Code}.`);
}
