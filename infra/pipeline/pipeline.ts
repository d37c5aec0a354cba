/** Events: table stream -> publish-changes -> bus -> rule -> queue -> send-webhooks. */
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
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../shared/kit/events/event-source.ts';
import { CAUSE_ATTRIBUTE } from '../../shared/kit/table/causes.ts';
import { deadLetterQueue, type QueuePairs } from '../queues/queues.ts';
import type { StageConfig } from '../stages/stage-config.ts';
import { streamArn } from '../storage/table.ts';

export interface Pipeline {
  readonly bus: EventBus;
  readonly workQueues: QueuePairs;
  /** Stream positions of changes that publish-changes could not process. */
  readonly changeDeadLetters: Queue;
}

export function eventPipeline(scope: Construct, { name }: StageConfig, pairs: QueuePairs): Pipeline {
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

export const queuesOf = ({ workQueues, changeDeadLetters }: Pipeline): Queue[] => [
  ...Object.values(workQueues).flatMap(({ queue, deadLetters }) => [queue, deadLetters]),
  changeDeadLetters,
];

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
