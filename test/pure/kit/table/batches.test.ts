/** Batches that the table processes in part or not at all. The local engine always processes all. */
import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  BatchWriteItemCommand,
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TableThrottled } from '../../../../shared/kit/table/client.ts';
import { toWire } from '../../../../shared/kit/table/item.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { SentCommands, thrower } from '../../../support/sent-commands.ts';

vi.stubEnv('TABLE_NAME', 'table');
vi.stubEnv('AWS_REGION', 'local');
afterEach(() => void vi.restoreAllMocks());
afterAll(() => void vi.unstubAllEnvs());

const [first, second] = ['1', '2'].map((pk) => ({ pk, sk: '#' })) as [Row, Row];
type Row = { pk: string; sk: string };
const [firstWire, secondWire] = [first, second].map(toWire) as [Wire, Wire];
type Wire = ReturnType<typeof toWire>;
const about = { message: 'Slow down', $metadata: {} };
const throttled = new ProvisionedThroughputExceededException(about);
const throttles = [throttled, new ThrottlingException(about)];

const reading = {
  command: BatchGetItemCommand,
  run: () => new Table().getMany([first, second]),
  all: { Responses: { table: [firstWire, secondWire] } },
  part: { Responses: { table: [firstWire] }, UnprocessedKeys: { table: { Keys: [secondWire] } } },
  rest: { Responses: { table: [secondWire] } },
  attempts: 6,
  result: [first, second],
  restAsked: { table: { Keys: [secondWire] } },
};
const writing = {
  command: BatchWriteItemCommand,
  run: () => new Table().putMany([first, second]),
  all: {},
  part: { UnprocessedItems: { table: [{ PutRequest: { Item: secondWire } }] } },
  rest: {},
  attempts: 9,
  result: undefined,
  restAsked: { table: [{ PutRequest: { Item: secondWire } }] },
};

describe.each([
  ['read', reading],
  ['write', writing],
])('a batch to %s', (_, { command, run, all, part, rest, attempts, result, restAsked }) => {
  // The commands have different types, but the tests read only what both have.
  let sent: SentCommands<BatchGetItemCommandInput>;
  beforeEach(() => {
    sent = new SentCommands(DynamoDBClient, command as typeof BatchGetItemCommand);
  });

  it('is sent again with its unprocessed items', async () => {
    sent.once(() => part).once(() => rest);
    expect(await run()).toEqual(result);
    expect(sent.inputs[1]?.RequestItems).toEqual(restAsked);
  });

  it.each(throttles)('is sent again if it is throttled as a whole ($name)', async (error) => {
    sent
      .once(thrower(error))
      .once(thrower(error))
      .once(() => all);
    expect(await run()).toEqual(result);
    expect(sent.inputs).toHaveLength(3);
  });

  it('is sent again if its unprocessed items are throttled', async () => {
    sent
      .once(() => part)
      .once(thrower(throttled))
      .once(() => rest);
    expect(await run()).toEqual(result);
    expect(sent.inputs[2]?.RequestItems).toEqual(restAsked);
  });

  it('fails as throttled if it remains throttled', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    sent.respond(thrower(throttled));
    const ended = expect(run()).rejects.toThrow(TableThrottled);
    await vi.runAllTimersAsync();
    await ended;
    expect(sent.inputs).toHaveLength(attempts);
  });

  it('is not sent again if it fails for another reason', async () => {
    sent.respond(thrower(new Error('Broken')));
    await expect(run()).rejects.toThrow('Broken');
    expect(sent.inputs).toHaveLength(1);
  });
});
