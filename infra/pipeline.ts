/** The way of an event: table stream -> publish-changes -> bus -> rule -> webhook queue -> send-webhooks. */
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
import type { StageSettings } from './stages.ts';
import { streamArn } from './table.ts';

export interface Pipeline {
  readonly bus: EventBus;
  readonly webhookQueue: Queue;
  /** What the rule could not hand over and what send-webhooks could not process: both can go back to the queue. */
  readonly webhookDeadLetters: Queue;
  /** Positions in the stream that publish-changes gave up on. */
  readonly changeDeadLetters: Queue;
}

const RECEIVES_BEFORE_DEAD = 5;

/** @param sender what send-webhooks needs: the queue's visibility follows its timeout. */
export function eventPipeline(scope: Construct, { name }: StageSettings, sender: FunctionNeeds): Pipeline {
  const webhookDeadLetters = deadLetterQueue(scope, 'WebhookDeadLetters');
  const webhookQueue = queue(scope, 'WebhookQueue', {
    // What AWS asks for, so that a message is not handed out again while a throttled batch still waits for its turn.
    visibilityTimeout: Duration.seconds(6 * sender.timeoutSeconds),
    deadLetterQueue: { queue: webhookDeadLetters, maxReceiveCount: RECEIVES_BEFORE_DEAD },
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
    // Only rows that are the cause of events; those written on every request wake nobody.
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
  { webhookSenders }: StageSettings,
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
    reason: 'The queue itself moves messages that keep failing to its dead-letter queue.',
  });
}

export function sweepRegularly(scope: Construct, { sweepSeconds }: StageSettings, sweep: IFunction): void {
  const isWholeMinutes = sweepSeconds % 60 === 0;
  const minutes = sweepSeconds / 60;
  const every = isWholeMinutes ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${sweepSeconds} seconds`;
  const rule = new Rule(scope, 'SweepSchedule', {
    schedule: Schedule.expression(`rate(${every})`),
    // A sweep that was missed is made good by the next one.
    targets: [new LambdaFunction(sweep, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
  });
  Validations.of(rule).acknowledge({
    id: 'Serverless-EventBusDLQ',
    reason: 'A sweep that was missed is made good by the next one, and an alarm tells when none runs.',
  });
  if (!isWholeMinutes) {
    Validations.of(rule).acknowledge({
      id: 'CloudFormation-Validate::E3027',
      reason:
        'Seconds are for the local stage, which understands them; a deployed stage with them is refused.',
    });
  }
}

function deadLetterQueue(scope: Construct, id: string): Queue {
  const deadLetters = queue(scope, id);
  for (const rule of ['AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy']) {
    Validations.of(deadLetters).acknowledge({ id: rule, reason: 'It is a dead-letter queue itself.' });
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
