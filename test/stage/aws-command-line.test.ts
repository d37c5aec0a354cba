/** What the AWS command line can list and describe, tested with the SDK's clients. */
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import {
  DescribeRuleCommand,
  EventBridgeClient,
  ListEventBusesCommand,
  ListRulesCommand,
  ListTargetsByRuleCommand,
} from '@aws-sdk/client-eventbridge';
import {
  GetFunctionCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
} from '@aws-sdk/client-lambda';
import {
  DescribeSecretCommand,
  ListSecretsCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { arnOf, clientOptions, queue, startStage, tableWithStream } from '../support/hand-made.ts';
import { rawRequest } from './raw-request.ts';

const stage = await startStage({
  functions: { Work: 'export const handler = () => {};' },
  resources: {
    Table: tableWithStream('things'),
    Queue: queue('work'),
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { EventSourceArn: arnOf('Queue'), FunctionName: { Ref: 'Work' } },
    },
    Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'toys' } },
    Rule: {
      Type: 'AWS::Events::Rule',
      Properties: {
        Name: 'made',
        EventBusName: { Ref: 'Bus' },
        EventPattern: { source: ['toy'] },
        Targets: [{ Id: 'queue', Arn: arnOf('Queue') }],
      },
    },
    Secret: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: { Name: 'keys', GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } },
    },
  },
});
const options = clientOptions(stage);
const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:000000000000:${resource}`;

test('buses, rules and targets can be listed', async () => {
  const client = new EventBridgeClient(options);
  const { EventBuses } = await client.send(new ListEventBusesCommand({}));
  expect(EventBuses).toContainEqual({ Name: 'toys', Arn: arn('events', 'event-bus/toys') });
  const { Rules } = await client.send(new ListRulesCommand({ EventBusName: 'toys' }));
  expect(Rules).toMatchObject([{ Name: 'made', EventPattern: '{"source":["toy"]}', State: 'ENABLED' }]);
  expect((await client.send(new ListRulesCommand({}))).Rules).toEqual([]);
  const byArn = { EventBusName: arn('events', 'event-bus/toys') };
  expect(await client.send(new DescribeRuleCommand({ Name: 'made', ...byArn }))).toMatchObject({
    Arn: arn('events', 'rule/made'),
  });
  const { Targets } = await client.send(new ListTargetsByRuleCommand({ Rule: 'made', ...byArn }));
  expect(Targets).toEqual([{ Id: 'queue', Arn: arn('sqs', 'work') }]);
  await expect(client.send(new ListRulesCommand({ EventBusName: 'none' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('functions and their event source mappings can be listed', async () => {
  const client = new LambdaClient(options);
  const { Functions } = await client.send(new ListFunctionsCommand({}));
  expect(Functions).toMatchObject([{ FunctionName: 'Work', FunctionArn: arn('lambda', 'function:Work') }]);
  const { Configuration } = await client.send(new GetFunctionCommand({ FunctionName: 'Work' }));
  expect(Configuration).toMatchObject({ Runtime: 'nodejs24.x', Handler: 'index.handler' });
  const { EventSourceMappings } = await client.send(new ListEventSourceMappingsCommand({}));
  expect(EventSourceMappings).toMatchObject([
    { EventSourceArn: arn('sqs', 'work'), FunctionArn: arn('lambda', 'function:Work') },
  ]);
  await expect(client.send(new GetFunctionCommand({ FunctionName: 'None' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('secrets can be listed, without their values', async () => {
  const client = new SecretsManagerClient(options);
  const secret = { ARN: arn('secretsmanager', 'secret:keys-LocalS'), Name: 'keys' };
  expect((await client.send(new ListSecretsCommand({}))).SecretList).toEqual([secret]);
  const described = await client.send(new DescribeSecretCommand({ SecretId: 'keys' }));
  expect(described).toMatchObject(secret);
  expect(described).not.toHaveProperty('SecretString');
});

test('the table and its stream have ARNs in the region of the stage', async () => {
  const { Table } = await new DynamoDBClient(options).send(new DescribeTableCommand({ TableName: 'things' }));
  expect(Table?.TableArn).toBe(arn('dynamodb', 'table/things'));
  const streams = new DynamoDBStreamsClient(options);
  const { Streams = [] } = await streams.send(new ListStreamsCommand({ TableName: 'things' }));
  expect(Streams[0]?.StreamArn).toContain(arn('dynamodb', 'table/things/stream/'));
  const found = await streams.send(new DescribeStreamCommand({ StreamArn: Streams[0]?.StreamArn }));
  expect(found.StreamDescription?.StreamArn).toBe(Streams[0]?.StreamArn);
});

const form = (body: string) =>
  rawRequest(stage.awsUrl, {
    headers: { authorization: 'any', 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body,
  });

test('all credentials have the same caller identity', async () => {
  const { status, text } = await form('Action=GetCallerIdentity&Version=2011-06-15');
  expect(status).toBe(200);
  expect(text).toContain('<Account>000000000000</Account>');
});

test('a command line without the JSON protocol of SQS gets the required version', async () => {
  const { status, text } = await form('Action=ListQueues&Version=2012-11-05');
  expect(status).toBe(400);
  expect(text).toMatch(/<Message>.*Update to AWS CLI 2\.16.*<\/Message>/);
});

test('other services that use the query protocol are rejected', async () => {
  const { status, text } = await form('Action=%3CListTopics%26&Version=2010-03-31');
  expect(status).toBe(400);
  expect(text).toContain('does not support &lt;ListTopics&amp;.');
});
