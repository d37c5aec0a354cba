/** Work queues and events: table stream -> publish-changes -> bus -> rule -> queue -> send-webhooks. */
import { Duration, Validations } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { CfnQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../shared/kit/events/event-source.ts';
import { CAUSE_ATTRIBUTE } from '../../shared/kit/table/causes.ts';
import type { WorkQueue } from '../../shared/kit/work/work-queue.ts';
import { maxReceives, visibilitySeconds } from '../queues/redelivery.ts';
import { byQueue, type WorkQueueName, workQueues } from '../queues/work-queues.ts';
import type { StageConfig } from '../stages/stage-config.ts';
import { streamArn } from '../storage/table.ts';

export interface QueuePair {
  readonly queue: Queue;
  readonly deadLetters: Queue;
}

export interface Pipeline {
  readonly bus: EventBus;
  readonly workQueues: Readonly<Record<WorkQueueName, QueuePair>>;
  /** Stream positions of changes that publish-changes could not process. */
  readonly changeDeadLetters: Queue;
}

interface Timed {
  readonly timeoutSeconds: number;
}

/** @param list of functions, whose timeouts determine the visibility timeouts of queues. */
export function eventPipeline(
  scope: Construct,
  { name }: StageConfig,
  list: ReadonlyMap<string, Timed>,
): Pipeline {
  const pairs = byQueue((work) => {
    const needs = list.get(work.consumer);
    if (!needs) throw new Error(`The function list does not contain ${work.consumer}.`);
    return queuePair(scope, work, needs);
  });
  const bus = new EventBus(scope, 'Bus', { eventBusName: `music-distribution-${name}` });
  const { queue: webhooks, deadLetters } = pairs.Webhook;
  new Rule(scope, 'WebhookRule', {
    eventBus: bus,
    eventPattern: { source: [EVENT_SOURCE] },
    // Undeliverable events use the same dead-letter queue as failed messages, so that one command redrives
    // both. They are grouped by owner, like all messages of the queue.
    targets: [new SqsQueue(webhooks, { deadLetterQueue: deadLetters, messageGroupId: '$.detail.ownerId' })],
  });
  return { bus, workQueues: pairs, changeDeadLetters: deadLetterQueue(scope, 'ChangeDeadLetters') };
}

/**
 * Sets the key directly. With the property of the constructs, every rule of the account could send to the
 * queues.
 */
export function encryptQueues({ workQueues: pairs, changeDeadLetters }: Pipeline, { keyArn }: IKey): void {
  const ofWork = Object.values(pairs).flatMap(({ queue: work, deadLetters }) => [work, deadLetters]);
  for (const { node } of [...ofWork, changeDeadLetters]) {
    const resource = node.defaultChild;
    if (!(resource instanceof CfnQueue)) throw new Error(`${node.id} is not a queue.`);
    resource.sqsManagedSseEnabled = undefined;
    resource.kmsMasterKeyId = keyArn;
  }
}

function queuePair(scope: Construct, work: WorkQueue, { timeoutSeconds }: Timed): QueuePair {
  const deadLetters = deadLetterQueue(scope, `${work.name}DeadLetters`);
  const worked = queue(scope, `${work.name}Queue`, {
    visibilityTimeout: Duration.seconds(visibilitySeconds(timeoutSeconds)),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: maxReceives(work) },
  });
  return { queue: worked, deadLetters };
}

export function publishChanges(
  scope: Construct,
  table: Table,
  { target, deadLetters }: { target: IFunction; deadLetters: Queue },
): void {
  new EventSourceMapping(scope, 'ChangesToPublish', {
    eventSourceArn: streamArn(table),
    target,
    startingPosition: StartingPosition.TRIM_HORIZON,
    // Only rows that cause events or work invoke the function. Requests write many other rows.
    filters: [
      FilterCriteria.filter({ dynamodb: { NewImage: { [CAUSE_ATTRIBUTE]: { S: FilterRule.exists() } } } }),
    ],
    batchSize: 100,
    parallelizationFactor: 4,
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    retryAttempts: 30,
    onFailure: new SqsDlq(deadLetters),
  });
}

/** Maps each work queue to its consumer. */
export function consumeQueues(
  scope: Construct,
  { concurrency }: StageConfig,
  { pairs, functionOf }: { pairs: Pipeline['workQueues']; functionOf: (name: string) => IFunction },
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

export function sweepRegularly(scope: Construct, { sweepSeconds }: StageConfig, sweep: IFunction): void {
  const isWholeMinutes = sweepSeconds % 60 === 0;
  const minutes = sweepSeconds / 60;
  const every = isWholeMinutes ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${sweepSeconds} seconds`;
  // The next sweep makes up for a missed one, so retries are not needed.
  const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
  const rule = new Rule(scope, 'SweepSchedule', {
    schedule: Schedule.expression(`rate(${every})`),
    targets: [new LambdaFunction(sweep, once)],
  });
  // The target's settings apply to delivery to Lambda, and these to the asynchronous invocation.
  sweep.configureAsyncInvoke(once);
  Validations.of(sweep).acknowledge({
    id: 'Serverless-LambdaAsyncFailureDestination',
    reason: 'The next sweep makes up for a failed one, and an alarm reports its error.',
  });
  Validations.of(rule).acknowledge({
    id: 'Serverless-EventBusDLQ',
    reason: 'The next sweep makes up for a missed one, and an alarm reports missing sweeps.',
  });
  if (!isWholeMinutes) {
    Validations.of(rule).acknowledge({
      id: 'CloudFormation-Validate::E3027',
      reason: 'Only the local stage supports seconds, and deployed stages cannot have them.',
    });
  }
}

function deadLetterQueue(scope: Construct, id: string): Queue {
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
