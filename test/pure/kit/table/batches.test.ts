/** Batches that the table processes in part or not at all. The local engine always processes all. */
import {
  BatchGetItemCommand,
  ProvisionedThroughputExceededException,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TableThrottled } from '../../../../shared/kit/table/client.ts';
import { Table } from '../../../../shared/kit/table/table.ts';

vi.stubEnv('TABLE_NAME', 'table');
vi.stubEnv('AWS_REGION', 'local');
const client = mockClient(DynamoDBDocumentClient);
afterEach(() => void client.reset());
afterAll(() => {
  client.restore();
  vi.unstubAllEnvs();
});

const [first, second] = ['1', '2'].map((pk) => ({ pk, sk: '#' })) as [Row, Row];
type Row = { pk: string; sk: string };
const [firstInTable, secondInTable] = [first, second].map((row) => marshall(row));
const about = { message: 'Slow down', $metadata: {} };
const throttled = new ProvisionedThroughputExceededException(about);
const throttles = [throttled, new ThrottlingException(about)];

/** The responses to a batch: to all of it, to a part, and to the rest. */
interface Batch {
  readonly all: object;
  readonly part: object;
  readonly rest: object;
}

const reading = {
  command: BatchGetItemCommand,
  run: () => new Table().getMany([first, second]),
  all: { Responses: { table: [firstInTable, secondInTable] } },
  part: { Responses: { table: [firstInTable] }, UnprocessedKeys: { table: { Keys: [secondInTable] } } },
  rest: { Responses: { table: [secondInTable] } },
  attempts: 6,
  result: [first, second],
  restAsked: { table: { Keys: [secondInTable] } },
};
const writing = {
  command: BatchWriteCommand,
  run: () => new Table().putMany([first, second]),
  all: {},
  part: { UnprocessedItems: { table: [{ PutRequest: { Item: second } }] } },
  rest: {},
  attempts: 9,
  result: undefined,
  restAsked: { table: [{ PutRequest: { Item: second } }] },
};

describe.each([
  ['read', reading],
  ['write', writing],
])('a batch to %s', (_, { command, run, attempts, result, restAsked, ...batch }) => {
  const { all, part, rest }: Batch = batch;
  // The commands have different types, but the tests read only what both have.
  const type = command as typeof BatchGetItemCommand;
  const responses = () => client.on(type);
  const sent = () => client.commandCalls(type).map(({ args: [{ input }] }) => input);

  it('is repeated with its unprocessed items', async () => {
    responses().resolvesOnce(part).resolvesOnce(rest);
    expect(await run()).toEqual(result);
    expect(sent()[1]?.RequestItems).toEqual(restAsked);
  });

  it.each(throttles)('is repeated if throttled as a whole ($name)', async (error) => {
    responses().rejectsOnce(error).rejectsOnce(error).resolvesOnce(all);
    expect(await run()).toEqual(result);
    expect(sent()).toHaveLength(3);
  });

  it('is repeated if its unprocessed items are throttled', async () => {
    responses().resolvesOnce(part).rejectsOnce(throttled).resolvesOnce(rest);
    expect(await run()).toEqual(result);
    expect(sent()[2]?.RequestItems).toEqual(restAsked);
  });

  it('fails as throttled if it remains throttled', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    responses().rejects(throttled);
    const ended = expect(run()).rejects.toThrow(TableThrottled);
    await vi.runAllTimersAsync();
    await ended;
    expect(sent()).toHaveLength(attempts);
  });

  it('is not repeated after another error', async () => {
    responses().rejects(new Error('Broken'));
    await expect(run()).rejects.toThrow('Broken');
    expect(sent()).toHaveLength(1);
  });
});
