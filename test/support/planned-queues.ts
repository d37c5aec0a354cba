/** The queues of work and their bus, as the template of a stage has them. */
import * as v from 'valibot';
import { arnOf } from '../../bin/local/template/addresses.ts';
import type { Planned } from '../../bin/local/template/plan.ts';
import {
  type Properties,
  type ResourceType,
  resourceTypes,
} from '../../bin/local/template/resource-types.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { maxReceives, visibilitySeconds } from '../../infra/queues/redelivery.ts';
import { type WorkQueueName, workQueues } from '../../infra/queues/work-queues.ts';
import { EVENT_SOURCE } from '../../shared/kit/events/event-source.ts';

export const BUS = 'bus';

/** Of changes of the table that could not be published. */
export const CHANGE_DEAD_LETTERS = 'ChangeDeadLetters';

export const deadLettersOf = (name: WorkQueueName): string => `${name}DeadLetters`;

/** As in infra/pipeline/pipeline.ts. */
const RETENTION_DAYS = 14;

const queueArn = (name: string) => arnOf('sqs', name);

function planned<T extends ResourceType>(
  type: T,
  { name, arn }: { name: string; arn: string },
  properties: unknown,
): Planned<T> {
  // Safe: the value was parsed with the schema of its type.
  const parsed = v.parse(resourceTypes[type], properties) as Properties<T>;
  return { logicalId: name, name, ref: name, arn, properties: parsed };
}

const queue = (name: string, properties: object = {}) =>
  planned(
    'AWS::SQS::Queue',
    { name, arn: queueArn(name) },
    { MessageRetentionPeriod: RETENTION_DAYS * 86_400, ...properties },
  );

export function plannedQueues(): Planned<'AWS::SQS::Queue'>[] {
  const functions = functionList([]);
  const pairs = workQueues.flatMap((work) => {
    const { timeoutSeconds = 0 } = functions.get(work.consumer) ?? {};
    const VisibilityTimeout = visibilitySeconds(timeoutSeconds);
    const deadLetters = deadLettersOf(work.name);
    const redrive = { deadLetterTargetArn: queueArn(deadLetters), maxReceiveCount: maxReceives(work) };
    return [queue(work.name, { VisibilityTimeout, RedrivePolicy: redrive }), queue(deadLetters)];
  });
  return [...pairs, queue(CHANGE_DEAD_LETTERS)];
}

export const plannedBus = planned('AWS::Events::EventBus', { name: BUS, arn: '' }, { Name: BUS });

/** Events go to the queue of webhooks. */
export const plannedRule = planned(
  'AWS::Events::Rule',
  { name: 'WebhookRule', arn: arnOf('events', 'rule/WebhookRule') },
  {
    EventBusName: BUS,
    EventPattern: { source: [EVENT_SOURCE] },
    Targets: [
      {
        Id: 'Webhook',
        Arn: queueArn('Webhook'),
        DeadLetterConfig: { Arn: queueArn(deadLettersOf('Webhook')) },
        SqsParameters: { MessageGroupId: '$.detail.ownerId' },
      },
    ],
  },
);
