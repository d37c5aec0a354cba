/** The numbers of messages in a queue, as estimated by SQS. */
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { sqs } from './queue.ts';

export interface MessageCounts {
  readonly waiting: number;
  /** Received but not deleted yet. */
  readonly inFlight: number;
  readonly delayed: number;
}

export async function messageCounts(queueUrl: string): Promise<MessageCounts> {
  const { Attributes = {} } = await sqs().send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  );
  return {
    waiting: Number(Attributes.ApproximateNumberOfMessages),
    inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible),
    delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed),
  };
}

/** @param deadLetters a queue in which no message is delayed. */
export async function letterCount(deadLetters: string): Promise<number> {
  const { waiting, inFlight } = await messageCounts(deadLetters);
  return waiting + inFlight;
}
