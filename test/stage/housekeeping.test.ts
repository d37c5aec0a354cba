import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, expect, test } from 'vitest';
import {
  arnOf,
  clientOptions,
  eventually,
  queue,
  startStage,
  tableWithStream,
  temporaryFolder,
} from '../support/hand-made.ts';
import { jumpingClock } from './jumping-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const clock = jumpingClock();
const warnings: string[] = [];
const handled: string[] = [];
const dataDirectory = temporaryFolder();
const stage = await startStage(
  {
    functions: {
      Follow: `export const handler = async ({ Records }) => {
        for (const { dynamodb } of Records) console.log(dynamodb.NewImage.pk.S);
        if (Records.some(({ dynamodb }) => dynamodb.NewImage.pk.S === 'bad')) throw new Error('bad');
      };`,
    },
    resources: {
      Table: tableWithStream('things'),
      Letters: queue('letters'),
      Changes: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          FunctionName: { Ref: 'Follow' },
          StartingPosition: 'TRIM_HORIZON',
          MaximumRetryAttempts: 0,
          DestinationConfig: { OnFailure: { Destination: arnOf('Letters') } },
        },
      },
    },
  },
  {
    clock,
    dataDirectory,
    onLog: (text) => handled.push(text.trim()),
    onWarning: (text) => warnings.push(text),
  },
);
const client = new DynamoDBClient(clientOptions(stage));
afterAll(() => client.destroy());

const engineFile = new DatabaseSync(join(dataDirectory, 'table.sqlite'));
afterAll(() => engineFile.close());
const streamRecords = () =>
  engineFile.prepare('SELECT count(*) AS count FROM _stream_records').get()?.['count'];

const put = (pk: string) => client.send(new PutItemCommand({ TableName: 'things', Item: { pk: { S: pk } } }));

test('processed records are deleted within a minute, or a day later with dead letters', async () => {
  for (const pk of ['d', 'bad']) await put(pk);
  const letters = new SQSClient(clientOptions(stage));
  const { QueueUrl } = await letters.send(new GetQueueUrlCommand({ QueueName: 'letters' }));
  const messages = async () => {
    const asked = new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: ['ApproximateNumberOfMessages'],
    });
    return (await letters.send(asked)).Attributes?.['ApproximateNumberOfMessages'];
  };
  await eventually(messages).toBe('1');
  await put('e');
  await eventually(() => handled.at(-1)).toBe('e');
  clock.jump(30 * MINUTE);
  await put('f');
  await eventually(() => handled.at(-1)).toBe('f');
  expect(streamRecords()).toBe(4);
  await letters.send(new PurgeQueueCommand({ QueueUrl }));
  clock.jump(MINUTE);
  await eventually(streamRecords).toBe(1);
  letters.destroy();
});

test('a run that fails on a locked table is reported, and the next catches up', async () => {
  handled.length = 0;
  for (const pk of ['a', 'b', 'c']) await put(pk);
  await eventually(() => handled).toEqual(['a', 'b', 'c']);
  engineFile.exec('BEGIN IMMEDIATE');
  clock.jump(DAY + 3_600_000);
  await eventually(() => warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^Housekeeping of things failed .*database is locked$/);
  engineFile.exec('ROLLBACK');
  expect(streamRecords()).toBe(4);

  clock.jump(MINUTE);
  // The last record stays, because the engine continues counting from it.
  await eventually(streamRecords).toBe(1);
  expect(warnings).toHaveLength(1);
});
