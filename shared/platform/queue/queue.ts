/** Sends messages to SQS. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { batchesOf } from '../batches.ts';
import { once } from '../once.ts';

export const sqs = /* @__PURE__ */ once(() => new SQSClient({}));

export interface QueueMessage {
  readonly body: object;
  /** In a fair queue, a busy group of messages does not delay other groups. */
  readonly group?: string;
  /** At most 900, the limit of SQS. */
  readonly delaySeconds?: number;
}

/** SQS limits a batch to 10 messages. */
export const MESSAGES_PER_BATCH = 10;

/**
 * @throws Error if the queue rejects a message. Others may have been sent.
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

/** @throws Error if the queue rejected a message of the batch. */
export function requireAll({ Failed = [] }: BatchOutcome): void {
  if (Failed.length > 0) throw new Error(`The queue rejected ${Failed.length} messages: ${Failed[0]?.Code}.`);
}
