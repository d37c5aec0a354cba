/** Batches that the table processes in part or not at all. The local engine always processes all. */
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TableThrottled } from '../../../../shared/kit/table/client.ts';
import { toWire } from '../../../../shared/kit/table/item.ts';
import { Table } from '../../../../shared/kit/table/table.ts';

vi.stubEnv('TABLE_NAME', 'table');
vi.stubEnv('AWS_REGION', 'local');
const sent = mockClient(DynamoDBClient);
beforeEach(() => sent.reset());
afterAll(() => {
  sent.restore();
  vi.unstubAllEnvs();
});

const [first, second] = ['1', '2'].map((pk) => ({ pk, sk: '#' })) as [Row, Row];
type Row = { pk: string; sk: string };
const [firstWire, secondWire] = [first, second].map(toWire) as [Wire, Wire];
type Wire = ReturnType<typeof toWire>;
const about = { message: 'Slow down', $metadata: {} };
const throttles = [new ProvisionedThroughputExceededException(about), new ThrottlingException(about)];

const reading = {
  command: BatchGetItemCommand,
  run: () => new Table().getMany([first, second]),
  all: { Responses: { table: [firstWire, secondWire] } },
  part: { Responses: { table: [firstWire] }, UnprocessedKeys: { table: { Keys: [secondWire] } } },
  rest: { Responses: { table: [secondWire] } },
  result: [first, second],
  restAsked: { table: { Keys: [secondWire] } },
};
const writing = {
  command: BatchWriteItemCommand,
  run: () => new Table().putMany([first, second]),
  all: {},
  part: { UnprocessedItems: { table: [{ PutRequest: { Item: secondWire } }] } },
  rest: {},
  result: undefined,
  restAsked: { table: [{ PutRequest: { Item: secondWire } }] },
};

describe.each([
  ['read', reading],
  ['write', writing],
])('a batch to %s', (_, { command, run, all, part, rest, result, restAsked }) => {
  // The commands have different types, but the mock distinguishes them only by class.
  const calls = () => sent.commandCalls(command as typeof BatchGetItemCommand);
  const on = () => sent.on(command as typeof BatchGetItemCommand);

  it('is sent again with its unprocessed items', async () => {
    on()
      .resolvesOnce(part as object)
      .resolvesOnce(rest);
    expect(await run()).toEqual(result);
    expect(calls()[1]?.args[0].input.RequestItems).toEqual(restAsked);
  });

  it.each(throttles)('is sent again if it is throttled as a whole ($name)', async (error) => {
    on().rejectsOnce(error).rejectsOnce(error).resolvesOnce(all);
    expect(await run()).toEqual(result);
    expect(calls()).toHaveLength(3);
  });

  it('is sent again if its unprocessed items are throttled', async () => {
    on()
      .resolvesOnce(part as object)
      .rejectsOnce(throttles[0])
      .resolvesOnce(rest);
    expect(await run()).toEqual(result);
    expect(calls()[2]?.args[0].input.RequestItems).toEqual(restAsked);
  });

  it('fails as throttled if it remains throttled', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    on().rejects(throttles[0]);
    const ended = expect(run()).rejects.toThrow(TableThrottled);
    await vi.runAllTimersAsync();
    await ended;
  });

  it('is not sent again if it fails for another reason', async () => {
    on().rejects(new Error('Broken'));
    await expect(run()).rejects.toThrow('Broken');
    expect(calls()).toHaveLength(1);
  });
});
