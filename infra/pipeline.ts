/** The event pipeline: table stream -> publish-changes -> bus -> rule -> webhook queue -> send-webhooks. */
import { Duration, Validations } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { CAUSE_ATTRIBUTE, EVENT_SOURCE } from '../shared/events/catalogue.ts';
import type { FunctionNeeds } from './function-list.ts';
import type { StageConfig } from './stages.ts';
import { streamArn } from './table.ts';

export interface Pipeline {
  readonly bus: EventBus;
  readonly webhookQueue: Queue;
  /** Events that the rule could not deliver and messages that send-webhooks could not process. Both can be redriven. */
  readonly webhookDeadLetters: Queue;
  /** Stream positions of the changes that publish-changes could not process. */
  readonly changeDeadLetters: Queue;
}

const MAX_RECEIVES = 5;

/** @param sender the needs of send-webhooks: the queue's visibility timeout depends on its timeout. */
export function eventPipeline(scope: Construct, { name }: StageConfig, sender: FunctionNeeds): Pipeline {
  const webhookDeadLetters = deadLetterQueue(scope, 'WebhookDeadLetters');
  const webhookQueue = queue(scope, 'WebhookQueue', {
    // Recommended by AWS, so that a message does not reappear while a throttled batch is still waiting.
    visibilityTimeout: Duration.seconds(6 * sender.timeoutSeconds),
    deadLetterQueue: { queue: webhookDeadLetters, maxReceiveCount: MAX_RECEIVES },
  });
  const bus = new EventBus(scope, 'Bus', { eventBusName: `music-distribution-${name}` });
  new Rule(scope, 'WebhookRule', {
    eventBus: bus,
    eventPattern: { source: [EVENT_SOURCE] },
    targets: [new SqsQueue(webhookQueue, { deadLetterQueue: webhookDeadLetters })],
  });
  const changeDeadLetters = deadLetterQueue(scope, 'ChangeDeadLetters');
  return { bus, webhookQueue, webhookDeadLetters, changeDeadLetters };
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
    // Only rows that cause events: the rows written on every request do not invoke the function.
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

export function sendWebhooks(
  scope: Construct,
  { webhookSenders }: StageConfig,
  { target, from }: { target: IFunction; from: Queue },
): void {
  const mapping = new EventSourceMapping(scope, 'WebhooksToSend', {
    eventSourceArn: from.queueArn,
    target,
    batchSize: 10,
    reportBatchItemFailures: true,
    maxConcurrency: webhookSenders,
  });
  Validations.of(mapping).acknowledge({
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason: 'The queue itself moves failing messages to its dead-letter queue.',
  });
}

export function sweepRegularly(scope: Construct, { sweepSeconds }: StageConfig, sweep: IFunction): void {
  const isWholeMinutes = sweepSeconds % 60 === 0;
  const minutes = sweepSeconds / 60;
  const every = isWholeMinutes ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${sweepSeconds} seconds`;
  const rule = new Rule(scope, 'SweepSchedule', {
    schedule: Schedule.expression(`rate(${every})`),
    // The next sweep makes up for a missed one.
    targets: [new LambdaFunction(sweep, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
  });
  Validations.of(rule).acknowledge({
    id: 'Serverless-EventBusDLQ',
    reason: 'The next sweep makes up for a missed one, and an alarm reports when none runs.',
  });
  if (!isWholeMinutes) {
    Validations.of(rule).acknowledge({
      id: 'CloudFormation-Validate::E3027',
      reason: 'Seconds are for the local stage, which supports them; a deployed stage cannot have them.',
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
