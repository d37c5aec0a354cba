import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { afterAll, describe, expect, test } from 'vitest';
import { type Engine, startEngine } from '../../bin/local/dynamodb/engine.ts';
import { engineCall } from '../../bin/local/dynamodb/engine-call.ts';
import { deleteExpired } from '../../bin/local/dynamodb/housekeeping.ts';
import { ensureTable } from '../../bin/local/dynamodb/table.ts';
import { type LocalStage, startLocalStage } from '../../bin/local/start.ts';
import { clientOptions, handMadeAssembly, startStage, temporaryFolder } from '../support/hand-made.ts';

const key = (name: string, range: string) => [
  { AttributeName: name, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
];
const index = (IndexName: string) => ({
  IndexName,
  KeySchema: key('owner', 'sk'),
  Projection: { ProjectionType: 'KEYS_ONLY' },
});
const table = (properties: Record<string, unknown> = {}) => ({
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    TableName: 'things',
    KeySchema: key('pk', 'sk'),
    AttributeDefinitions: ['pk', 'sk', 'owner'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    GlobalSecondaryIndexes: [index('by-owner')],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    ...properties,
  },
});

const item = (pk: string, more = {}) => ({ pk: { S: pk }, sk: { S: '#' }, ...more });

describe('the table', () => {
  const made = startStage({ resources: { Table: table() } });
  const client = made.then((stage) => new DynamoDBClient(clientOptions(stage)));
  afterAll(async () => (await client).destroy());

  test('is reached through the AWS endpoint, with transaction cancellation reasons', async () => {
    const write = new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName: 'things', Item: item('a'), ConditionExpression: 'attribute_not_exists(pk)' } },
      ],
    });
    await (await client).send(write);
    await expect((await client).send(write)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
    });
  });

  test('has a stream reached through the AWS endpoint', async () => {
    const stage = await made;
    const streams = new DynamoDBStreamsClient(clientOptions(stage));
    const missing = new DescribeStreamCommand({
      StreamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/no/stream/x',
    });
    await expect(streams.send(missing)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    streams.destroy();
  });

  test('deletes only items whose time to live has passed', async () => {
    const soon = (seconds: number) => ({ expires: { N: String(Math.floor(Date.now() / 1000) + seconds) } });
    const items = [item('old', soon(-10)), item('new', soon(100)), item('without')];
    const engine = await startEngine(temporaryFolder());
    const call = engineCall(engine.url);
    const stage = await made;
    const [planned] = stage.plan.ofType('AWS::DynamoDB::Table');
    if (!planned) throw new Error('There is no table.');
    const live = await ensureTable(call, planned);
    for (const Item of items) await call('DynamoDB_20120810.PutItem', { TableName: 'things', Item });
    await deleteExpired(call, live, Date.now());
    const { Items } = await call('DynamoDB_20120810.Scan', { TableName: 'things' });
    expect(Items).toMatchObject([{ pk: { S: 'new' } }, { pk: { S: 'without' } }]);
    await engine.end();
  });
});

describe('a later start', () => {
  const dataDirectory = temporaryFolder();
  const run = async <T>(
    properties: Record<string, unknown>,
    work: (client: DynamoDBClient) => Promise<T>,
  ) => {
    const assembly = handMadeAssembly({ resources: { Table: table(properties) } });
    const stage: LocalStage = await startLocalStage({ assembly, dataDirectory });
    const client = new DynamoDBClient(clientOptions(stage));
    try {
      return await work(client);
    } finally {
      client.destroy();
      await stage.end();
    }
  };

  test('finds the data of an earlier start', async () => {
    await run({}, (client) =>
      client.send(new PutItemCommand({ TableName: 'things', Item: item('kept', { owner: { S: 'me' } }) })),
    );
    const { Item } = await run({}, (client) =>
      client.send(new GetItemCommand({ TableName: 'things', Key: item('kept') })),
    );
    expect(Item).toMatchObject({ owner: { S: 'me' } });
  });

  test('adds an index that is new in the template', async () => {
    const GlobalSecondaryIndexes = [index('by-owner'), index('by-owner-too')];
    const { Items } = await run({ GlobalSecondaryIndexes }, (client) =>
      client.send(new ScanCommand({ TableName: 'things', IndexName: 'by-owner-too' })),
    );
    expect(Items).toHaveLength(1);
  });

  test('removes an index missing from the template', async () => {
    const GlobalSecondaryIndexes = [index('by-owner')];
    const found = await run({ GlobalSecondaryIndexes }, async (client) => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName: 'things' }));
      return Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName);
    });
    expect(found).toEqual(['by-owner']);
  });

  const projecting = {
    ...index('by-owner'),
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['a'] },
  };
  test.each([
    ['other keys', { KeySchema: key('sk', 'pk') }, /The key of the table differs/],
    [
      'two more indexes',
      { GlobalSecondaryIndexes: [index('by-owner'), index('second'), index('third')] },
      /second is added, the index third is added/,
    ],
    [
      'an index with another projection',
      { GlobalSecondaryIndexes: [projecting] },
      /projection of the index by-owner/,
    ],
  ])('rejects a table with %s like CloudFormation, with instructions', async (_, other, reason) => {
    const start = run(other, async () => {});
    await expect(start).rejects.toThrow(reason);
    await expect(start).rejects.toThrow(/Remove the directory, or set DATA_DIR/);
  });
});

test('old stream records are deleted up to a position, and sequence numbers continue', async () => {
  const engine = await startEngine(temporaryFolder());
  const call = engineCall(engine.url);
  const { plan } = await startStage({ resources: { Table: table() } });
  const [planned] = plan.ofType('AWS::DynamoDB::Table');
  if (!planned) throw new Error('There is no table.');
  const { engineStreamArn } = await ensureTable(call, planned);
  const put = (pk: string) => call('DynamoDB_20120810.PutItem', { TableName: 'things', Item: item(pk) });
  const records = async () => {
    const { ShardIterator } = await call('DynamoDBStreams_20120810.GetShardIterator', {
      StreamArn: engineStreamArn,
      ShardId: 'shardId-00000001-things',
      ShardIteratorType: 'TRIM_HORIZON',
    });
    const { Records } = await call('DynamoDBStreams_20120810.GetRecords', { ShardIterator });
    return Array.isArray(Records) ? Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber)) : [];
  };
  for (const pk of ['a', 'b', 'c']) await put(pk);
  const trim = { table: 'things', before: '3' };
  engine.trimStream({ ...trim, olderThan: Date.now() / 1000 - 60 });
  expect(await records()).toEqual([1, 2, 3]);
  engine.trimStream({ ...trim, olderThan: Date.now() / 1000 + 60 });
  expect(await records()).toEqual([3]);
  await put('d');
  expect(await records()).toEqual([3, 4]);
  await engine.end();
});

test('a mostly free file shrinks at the next start and keeps its items', async () => {
  const folder = temporaryFolder();
  const size = () => statSync(join(folder, 'table.sqlite')).size;
  const call = async (engine: Engine, operation: string, given: object) =>
    engine.call(`DynamoDB_20120810.${operation}`, { TableName: 'things', ...given });
  const first = await startEngine(folder);
  const { plan } = await startStage({ resources: { Table: table() } });
  const [planned] = plan.ofType('AWS::DynamoDB::Table');
  if (!planned) throw new Error('There is no table.');
  await ensureTable(first.call, planned);
  const text = { S: 'x'.repeat(350_000) };
  for (let number = 0; number < 60; number++)
    await call(first, 'PutItem', { Item: { ...item(`${number % 2}`), text } });
  first.trimStream({ table: 'things', before: '60', olderThan: Date.now() / 1000 + 60 });
  await first.end();
  const before = size();
  const second = await startEngine(folder);
  expect(before).toBeGreaterThan(20_000_000);
  expect(size()).toBeLessThan(before / 4);
  for (const pk of ['0', '1'])
    expect(await call(second, 'GetItem', { Key: item(pk) })).toMatchObject({ Item: { text } });
  await second.end();
});
