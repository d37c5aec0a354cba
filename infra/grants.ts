/** From what a function needs to the statements of its role: each action on just the resources it is meant for. */
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { FunctionNeeds } from './function-list.ts';
import type { Pipeline } from './pipeline.ts';

export interface Surroundings {
  readonly table: Table;
  readonly secret: Secret;
  readonly pipeline: Pipeline;
  /** The public address of the API, without a trailing slash. */
  readonly address: string;
}

export function grants(
  needs: FunctionNeeds,
  { table, secret, pipeline }: Surroundings,
  logs: ILogGroup,
): PolicyStatement[] {
  const { bus, webhookQueue, webhookDeadLetters } = pipeline;
  return [
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logs.logGroupArn),
    ...(needs.table ? tableGrants(needs.table, table.tableArn) : []),
    ...(needs.secret ? [allow(['secretsmanager:GetSecretValue'], secret.secretArn)] : []),
    ...(needs.publishes ? [allow(['events:PutEvents'], bus.eventBusArn)] : []),
    ...(needs.queuesWebhooks ? [allow(['sqs:SendMessage'], webhookQueue.queueArn)] : []),
    ...(needs.redrivesWebhooks ? [allow(queueConsumption, webhookDeadLetters.queueArn)] : []),
    ...consumption(needs, { table, pipeline }),
  ];
}

const queueConsumption = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/** What Lambda does in the function's name to feed it. */
function consumption(
  { consumes }: FunctionNeeds,
  { table, pipeline }: Pick<Surroundings, 'table' | 'pipeline'>,
): PolicyStatement[] {
  if (consumes === 'webhook-queue') return [allow(queueConsumption, pipeline.webhookQueue.queueArn)];
  if (consumes !== 'table-stream') return [];
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  return [
    allow(
      actions.map((action) => `dynamodb:${action}`),
      table.tableStreamArn ?? '',
    ),
    allow(['sqs:SendMessage'], pipeline.changeDeadLetters.queueArn),
  ];
}

function tableGrants(
  { actions, indexes }: NonNullable<FunctionNeeds['table']>,
  tableArn: string,
): PolicyStatement[] {
  return [
    allow(
      actions.map((action) => `dynamodb:${action}`),
      tableArn,
    ),
    allow(['dynamodb:Query'], ...indexes.map((index) => `${tableArn}/index/${index}`)),
  ];
}

function allow(actions: string[], ...resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources });
}
