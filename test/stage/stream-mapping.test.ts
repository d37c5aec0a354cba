import { DynamoDBClient, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type LocalStage, startLocalStage } from '../../bin/local/start.ts';
import {
  arnOf,
  clientOptions,
  eventually,
  handMadeAssembly,
  queue,
  type Resource,
  tableWithStream,
  temporaryFolder,
} from '../support/hand-made.ts';
import { receiveAll } from './receive-all.ts';

/** Logs its batches, and fails as its items demand. */
const consumer = `
  const tried = new Map();
  export const handler = async ({ Records }) => {
    const items = Records.map(({ dynamodb }) => dynamodb.NewImage);
    console.log(JSON.stringify(items.map(({ pk }) => pk.S)));
    const batchItemFailures = [];
    for (const { dynamodb: { NewImage, SequenceNumber } } of Records) {
      const failures = tried.get(SequenceNumber) ?? 0;
      tried.set(SequenceNumber, failures + 1);
      if (failures >= Number(NewImage.fails?.N ?? 0)) continue;
      if (NewImage.how?.S === 'throw') throw new Error('poison');
      batchItemFailures.push({ itemIdentifier: SequenceNumber });
    }
    return { batchItemFailures };
  };
`;

const table = tableWithStream('changes');

const mapping: Resource = {
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: {
    EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    FunctionName: { Ref: 'Consumer' },
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 4,
    MaximumRetryAttempts: 2,
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    FilterCriteria: { Filters: [{ Pattern: '{"dynamodb":{"NewImage":{"cause":{"S":[{"exists":true}]}}}}' }] },
    DestinationConfig: { OnFailure: { Destination: arnOf('Dead') } },
  },
};

const assembly = handMadeAssembly({
  functions: { Consumer: consumer },
  resources: { Table: table, Dead: queue('dead'), Mapping: mapping },
});
const dataDirectory = temporaryFolder();
let batches: string[][] = [];
const onLog = (line: string) => {
  if (line.startsWith('[')) batches.push(JSON.parse(line));
};
const start = () => startLocalStage({ assembly, dataDirectory, onLog });
let stage: LocalStage = await start();
afterAll(() => stage.end());

interface Change {
  readonly fails?: number;
  readonly how?: 'throw' | 'report';
  readonly cause?: false;
}

/** Writes together, so that the changes are read together. */
async function write(changes: Readonly<Record<string, Change>>): Promise<void> {
  const client = new DynamoDBClient(clientOptions(stage));
  const TransactItems = Object.entries(changes).map(([pk, { fails = 0, how = 'report', cause }]) => {
    const written = { pk: { S: pk }, fails: { N: String(fails) }, how: { S: how } };
    const Item = { ...written, ...(cause !== false && { cause: { S: 'x' } }) };
    return { Put: { TableName: 'changes', Item } };
  });
  await client.send(new TransactWriteItemsCommand({ TransactItems }));
  client.destroy();
}

const letters = async () =>
  (await receiveAll(stage, 'dead')).map(({ Body = '{}' }) => JSON.parse(Body).DDBStreamBatchInfo.batchSize);

beforeEach(() => {
  batches = [];
});

describe('table changes', () => {
  test('arrive in order and in batches, without those the filter rejects', async () => {
    await write({ a: {}, unseen: { cause: false }, b: {}, c: {}, d: {}, e: {} });
    await eventually(() => batches).toEqual([['a', 'b', 'c', 'd'], ['e']]);
  });

  test('are retried from the lowest failed one', async () => {
    await write({ f: {}, g: { fails: 1 }, h: {}, i: { fails: 1 } });
    await eventually(() => batches).toEqual([
      ['f', 'g', 'h', 'i'],
      ['g', 'h', 'i'],
    ]);
    expect(await letters()).toEqual([]);
  });

  test('are bisected to find the failing one, which is dead-lettered', async () => {
    await write({ j: {}, k: { fails: 99, how: 'throw' }, l: {}, m: {} });
    await eventually(() => batches.at(-1)).toEqual(['l', 'm']);
    expect(batches).toEqual([['j', 'k', 'l', 'm'], ['j', 'k'], ['j'], ['k'], ['k'], ['k'], ['l', 'm']]);
    expect(await letters()).toEqual([1]);
  });

  test('survive restarts, which redeliver at most the batch in progress', async () => {
    await write({ n: {} });
    await eventually(() => batches.at(-1)).toEqual(['n']);
    await stage.end();
    stage = await start();
    await write({ o: {} });
    await eventually(() => batches.at(-1)).toEqual(['o']);
    await write({ p: {} });
    await stage.end();
    stage = await start();
    await write({ q: {} });
    await eventually(() => batches.at(-1)).toContain('q');
    const arrived = batches.flat();
    expect([...new Set(arrived)]).toEqual(['n', 'o', 'p', 'q']);
    // What came before the last change that was processed is not delivered again.
    expect(arrived.slice(arrived.indexOf('p'))).not.toContain('n');
  });
});
