/** Computes the policy statements of a function's role from its needs. */
import { Aws } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { isSender, workQueues as queues } from '../queues/work-queues.ts';
import { streamArn } from '../storage/table.ts';
import { batchWrites, type FunctionNeeds, reads, writes } from './function-needs.ts';
import { objectActions } from './object-actions.ts';

export interface GrantedResources {
  readonly table: Table;
  readonly secret: Secret;
  readonly packages: Bucket;
  readonly pipeline: Pipeline;
  /** The public address of the API, without a trailing slash. */
  readonly address: string;
  /** The path of roles in other accounts, with a slash at its end. */
  readonly storeRolePath: string;
  /** For the functions of the API, if the stage has a firewall. */
  readonly firewallKey: string | undefined;
}

export interface NamedNeeds {
  readonly name: string;
  readonly needs: FunctionNeeds;
}

/**
 * The roles need no permission for the stage's key, whose own policy admits them
 * (infra/storage/stage-key.ts).
 * @param logs the function's log group.
 */
export function grants(
  { name, needs }: NamedNeeds,
  resources: GrantedResources,
  logs: ILogGroup,
): PolicyStatement[] {
  const { table, secret } = resources;
  const { bus, changeDeadLetters } = resources.pipeline;
  return [
    ...allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logs.logGroupArn),
    ...tableAccess(needs, table),
    ...(needs.secret ? allow(['secretsmanager:GetSecretValue'], secret.secretArn) : []),
    ...(needs.rotatesSecret
      ? allow(['secretsmanager:PutSecretValue', 'secretsmanager:UpdateSecretVersionStage'], secret.secretArn)
      : []),
    ...(needs.assumesStoreRoles ? allow(['sts:AssumeRole'], storeRoles(resources)) : []),
    ...objectAccess(needs, resources.packages),
    ...(needs.publishes ? allow(['events:PutEvents'], bus.eventBusArn) : []),
    ...queueAccess(name, resources.pipeline),
    ...(needs.redrivesWork ? redriving(resources.pipeline) : []),
    ...(needs.redrivesChanges
      ? [
          ...allow(deadLetterActions, changeDeadLetters.queueArn),
          ...allow(['dynamodb:GetShardIterator', 'dynamodb:GetRecords'], streamArn(table)),
        ]
      : []),
    ...(needs.forgetsChanges ? allow(deadLetterActions, changeDeadLetters.queueArn) : []),
    ...(needs.readsStream ? streamConsumption(resources) : []),
  ];
}

/** Their accounts are not known in advance. A role of another account must also trust this one. */
const storeRoles = ({ storeRolePath }: Pick<GrantedResources, 'storeRolePath'>): string =>
  `arn:${Aws.PARTITION}:iam::*:role${storeRolePath}*`;

const objectAccess = ({ objects = [] }: FunctionNeeds, bucket: Bucket): PolicyStatement[] =>
  objects.flatMap(({ prefix, access }) => {
    const { ofObjects, ofBucket = [] } = objectActions[access];
    return [
      ...allow(ofObjects, bucket.arnForObjects(`${prefix}*`)),
      ...allow(ofBucket, bucket.bucketArn).map((statement) => within(statement, prefix)),
    ];
  });

/** Limits a statement to keys. A key that is read and does not exist counts as the prefix. */
function within(statement: PolicyStatement, prefix: string): PolicyStatement {
  statement.addCondition('StringLike', { 's3:prefix': `${prefix}*` });
  return statement;
}

/** Permissions to receive, release and delete dead letters. */
const deadLetterActions = [
  'sqs:ReceiveMessage',
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
];

function tableAccess(needs: FunctionNeeds, { tableArn }: Table): PolicyStatement[] {
  const { actions = [], indexes = [], partitions } = needs.table ?? {};
  const actionsAmong = (some: readonly string[]) =>
    actions.filter((action) => some.includes(action)).map((action) => `dynamodb:${action}`);
  const indexArns = indexes.map((index) => `${tableArn}/index/${index}`);
  return [
    ...allow(actionsAmong(reads), tableArn).map((statement) => limited(statement, partitions?.read)),
    ...allow(actionsAmong([...writes, ...batchWrites]), tableArn).map((statement) =>
      limited(statement, partitions?.written),
    ),
    ...(partitions?.deleted
      ? allow(['dynamodb:DeleteItem'], tableArn).map((statement) => limited(statement, partitions.deleted))
      : []),
    ...allow(['dynamodb:Query'], ...indexArns),
  ];
}

/** Limits a statement to partition keys. A transaction needs permission for every row. */
function limited(statement: PolicyStatement, partitions: readonly string[] | undefined): PolicyStatement {
  if (partitions) {
    statement.addCondition('ForAllValues:StringLike', { 'dynamodb:LeadingKeys': [...new Set(partitions)] });
  }
  return statement;
}

/** Permissions to send to work queues, consume them, and delete their dead letters. */
function queueAccess(name: string, { workQueues }: Pipeline): PolicyStatement[] {
  return queues.flatMap((work) => {
    const { queue, deadLetters } = workQueues[work.name];
    return [
      ...(isSender(work, name) ? allow(['sqs:SendMessage'], queue.queueArn) : []),
      ...(work.consumer === name ? allow(consumerActions, queue.queueArn) : []),
      ...(work.forgottenBy === name ? allow(deadLetterActions, deadLetters.queueArn) : []),
    ];
  });
}

/** Permissions to count messages and to move dead letters of all work queues back. */
function redriving({ workQueues }: Pipeline): PolicyStatement[] {
  const pairs = Object.values(workQueues);
  return [
    ...allow(['sqs:SendMessage', 'sqs:GetQueueAttributes'], ...pairs.map(({ queue }) => queue.queueArn)),
    ...allow(deadLetterActions, ...pairs.map(({ deadLetters }) => deadLetters.queueArn)),
  ];
}

const consumerActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/** Permissions for the event source mapping of the stream, including its failure destination. */
function streamConsumption({ table, pipeline }: GrantedResources): PolicyStatement[] {
  const names = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  const actions = names.map((name) => `dynamodb:${name}`);
  return [
    ...allow(actions, streamArn(table)),
    ...allow(['sqs:SendMessage'], pipeline.changeDeadLetters.queueArn),
  ];
}

function allow(actions: string[], ...resources: string[]): PolicyStatement[] {
  return actions.length > 0 && resources.length > 0 ? [new PolicyStatement({ actions, resources })] : [];
}

/** Needs a wildcard, because X-Ray has no resource ARNs. */
export const tracing = (): PolicyStatement[] =>
  allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*');
