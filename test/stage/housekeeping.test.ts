import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from 'vitest';
import {
  clientOptions,
  eventually,
  startStage,
  tableWithStream,
  temporaryFolder,
} from '../support/hand-made.ts';
import { jumpingClock } from './jumping-clock.ts';

const DAY = 24 * 3_600_000;
const clock = jumpingClock();
const warnings: string[] = [];
const handled: string[] = [];
const dataDirectory = temporaryFolder();
const stage = await startStage(
  {
    functions: {
      Follow: `export const handler = async ({ Records }) => {
        for (const { dynamodb } of Records) console.log(dynamodb.NewImage.pk.S);
      };`,
    },
    resources: {
      Table: tableWithStream('things'),
      Changes: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          FunctionName: { Ref: 'Follow' },
          StartingPosition: 'TRIM_HORIZON',
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

test('a run that fails on a locked table is reported, and the next one catches up', async () => {
  for (const pk of ['a', 'b', 'c']) {
    await client.send(new PutItemCommand({ TableName: 'things', Item: { pk: { S: pk } } }));
  }
  await eventually(() => handled).toEqual(['a', 'b', 'c']);
  engineFile.exec('BEGIN IMMEDIATE');
  clock.jump(DAY + 3_600_000);
  await eventually(() => warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^Housekeeping of things failed .*database is locked$/);
  engineFile.exec('ROLLBACK');
  expect(streamRecords()).toBe(3);

  clock.jump(3_600_000);
  // The last record stays, because the engine continues counting from it.
  await eventually(streamRecords).toBe(1);
  expect(warnings).toHaveLength(1);
});
