/** From what a function needs to the statements of its role: each action on just the resources it is meant for. */
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { type FunctionNeeds, reads, writes } from './function-list.ts';
import type { Pipeline } from './pipeline.ts';
import { streamArn } from './table.ts';

export interface Surroundings {
  readonly table: Table;
  readonly secret: Secret;
  readonly pipeline: Pipeline;
  /** The public address of the API, without a trailing slash. */
  readonly address: string;
}

export function grants(needs: FunctionNeeds, around: Surroundings, logs: ILogGroup): PolicyStatement[] {
  const { table, secret } = around;
  const { bus, webhookQueue, webhookDeadLetters, changeDeadLetters } = around.pipeline;
  return [
    ...allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logs.logGroupArn),
    ...tableAccess(needs, table),
    ...(needs.secret ? allow(['secretsmanager:GetSecretValue'], secret.secretArn) : []),
    ...(needs.rotatesSecret
      ? allow(['secretsmanager:PutSecretValue', 'secretsmanager:UpdateSecretVersionStage'], secret.secretArn)
      : []),
    ...(needs.publishes ? allow(['events:PutEvents'], bus.eventBusArn) : []),
    ...(needs.queuesWebhooks ? allow(['sqs:SendMessage'], webhookQueue.queueArn) : []),
    ...(needs.redrivesWebhooks ? allow(deadLetterActions, webhookDeadLetters.queueArn) : []),
    ...(needs.redrivesChanges
      ? [
          ...allow(deadLetterActions, changeDeadLetters.queueArn),
          ...allow(['dynamodb:GetShardIterator', 'dynamodb:GetRecords'], streamArn(table)),
        ]
      : []),
    ...(needs.consumes === 'webhook-queue' ? queueConsumption(around) : []),
    ...(needs.consumes === 'table-stream' ? streamConsumption(around) : []),
  ];
}

/** Looking at dead letters, letting them go again, deleting them. */
const deadLetterActions = [
  'sqs:ReceiveMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
];

function tableAccess(needs: FunctionNeeds, { tableArn }: Table): PolicyStatement[] {
  const { actions = [], indexes = [], partitions } = needs.table ?? {};
  const asked = (some: readonly string[]) =>
    actions.filter((action) => some.includes(action)).map((action) => `dynamodb:${action}`);
  const indexArns = indexes.map((index) => `${tableArn}/index/${index}`);
  return [
    ...allow(asked(reads), tableArn).map((statement) => limited(statement, partitions?.read)),
    ...allow(asked(writes), tableArn).map((statement) => limited(statement, partitions?.written)),
    ...allow(['dynamodb:Query'], ...indexArns),
  ];
}

/** Leading keys are partition keys. A transaction needs the permission for each of its rows. */
function limited(statement: PolicyStatement, partitions: readonly string[] | undefined): PolicyStatement {
  if (partitions) {
    statement.addCondition('ForAllValues:StringLike', { 'dynamodb:LeadingKeys': [...new Set(partitions)] });
  }
  return statement;
}

/** What Lambda does in the function's name to feed it from the queue. */
function queueConsumption({ pipeline }: Surroundings): PolicyStatement[] {
  const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
  return allow(actions, pipeline.webhookQueue.queueArn);
}

/** What Lambda does in the function's name to feed it from the stream, and with what the function gave up on. */
function streamConsumption({ table, pipeline }: Surroundings): PolicyStatement[] {
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  return [
    ...allow(
      actions.map((action) => `dynamodb:${action}`),
      streamArn(table),
    ),
    ...allow(['sqs:SendMessage'], pipeline.changeDeadLetters.queueArn),
  ];
}

function allow(actions: string[], ...resources: string[]): PolicyStatement[] {
  return actions.length > 0 && resources.length > 0 ? [new PolicyStatement({ actions, resources })] : [];
}

/** X-Ray has no resources to name. */
export const tracing = (): PolicyStatement[] =>
  allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*');
