/** The queues of work with their dead letters. */
import { Duration, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { WorkQueue } from '../../shared/kit/work/work-queue.ts';
import { maxReceives, visibilitySeconds } from './redelivery.ts';
import { byQueue, type WorkQueueName, workQueues } from './work-queues.ts';

export interface QueuePair {
  readonly queue: Queue;
  readonly deadLetters: Queue;
}

export type QueuePairs = Readonly<Record<WorkQueueName, QueuePair>>;

interface Timed {
  readonly timeoutSeconds: number;
}

/** @param list of functions, whose timeouts determine the visibility timeouts of queues. */
export const queuePairs = (scope: Construct, list: ReadonlyMap<string, Timed>): QueuePairs =>
  byQueue((work) => {
    const needs = list.get(work.consumer);
    if (!needs) throw new Error(`The function list does not contain ${work.consumer}.`);
    return queuePair(scope, work, needs);
  });

function queuePair(scope: Construct, work: WorkQueue, { timeoutSeconds }: Timed): QueuePair {
  const deadLetters = deadLetterQueue(scope, `${work.name}DeadLetters`);
  const worked = queue(scope, `${work.name}Queue`, {
    visibilityTimeout: Duration.seconds(visibilitySeconds(timeoutSeconds)),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: maxReceives(work) },
  });
  return { queue: worked, deadLetters };
}

export function deadLetterQueue(scope: Construct, id: string): Queue {
  const deadLetters = queue(scope, id);
  for (const rule of ['AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy']) {
    Validations.of(deadLetters).acknowledge({ id: rule, reason: 'This is a dead-letter queue.' });
  }
  return deadLetters;
}

function queue(
  scope: Construct,
  id: string,
  settings: Partial<ConstructorParameters<typeof Queue>[2]> = {},
): Queue {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    ...settings,
  });
}

/**
 * Sets the key directly. With the property of the constructs, every rule of the account could send to the
 * queues.
 */
export function encryptQueues(queues: readonly Queue[], { keyArn }: IKey): void {
  for (const { node } of queues) {
    const resource = node.defaultChild;
    if (!(resource instanceof CfnQueue)) throw new Error(`${node.id} is not a queue.`);
    resource.sqsManagedSseEnabled = undefined;
    resource.kmsMasterKeyId = keyArn;
  }
}

/** Maps each work queue to its consumer. */
export function consumeQueues(
  scope: Construct,
  { concurrency }: { readonly concurrency: Readonly<Record<WorkQueueName, number>> },
  { pairs, functionOf }: { pairs: QueuePairs; functionOf: (name: string) => IFunction },
): void {
  for (const { name: id, mapping: mappingId, consumer, batchSize = 1 } of workQueues) {
    const mapping = new EventSourceMapping(scope, mappingId, {
      eventSourceArn: pairs[id].queue.queueArn,
      target: functionOf(consumer),
      batchSize,
      reportBatchItemFailures: true,
      maxConcurrency: concurrency[id],
    });
    Validations.of(mapping).acknowledge({
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'The queue moves failed messages to its dead-letter queue.',
    });
  }
}
