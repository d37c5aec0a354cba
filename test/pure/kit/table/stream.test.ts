/** Stretches of the stream that are read again, while the stream has them, and after it has lost some. */
import {
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type GetShardIteratorInput,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { readStretch } from '../../../../shared/kit/table/stream.ts';

vi.stubEnv('AWS_REGION', 'local');
const client = mockClient(DynamoDBStreamsClient);
afterEach(() => void client.reset());
afterAll(() => {
  client.restore();
  vi.unstubAllEnvs();
});
const sent = () => client.calls().map(({ args: [{ input }] }) => input);

const about = { message: 'No', $metadata: {} };
const stretch = { streamArn: 'stream', shardId: 'shard', first: '100', last: '300' };
const ask = { StreamArn: 'stream', ShardId: 'shard' };
const fromFirst = { ...ask, ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber: '100' };
const record = (SequenceNumber: string) => ({ dynamodb: { SequenceNumber } });

/** Lets the stream respond with these pages. @param beginning rejects iterators from a number. */
function streamOf(pages: readonly object[][], beginning?: Error): void {
  client.on(GetShardIteratorCommand).callsFake(({ ShardIteratorType }: GetShardIteratorInput) => {
    if (beginning && ShardIteratorType === 'AT_SEQUENCE_NUMBER') throw beginning;
    return { ShardIterator: '0' };
  });
  client.on(GetRecordsCommand).callsFake(({ ShardIterator }: { ShardIterator: string }) => {
    const next = Number(ShardIterator) + 1;
    return { Records: pages[next - 1], ...(next < pages.length && { NextShardIterator: String(next) }) };
  });
}

/** @returns whether the stretch is complete, and the numbers of its records. */
async function numbersIn() {
  const { records, isComplete } = await readStretch(stretch);
  return [isComplete, ...records.map(({ SequenceNumber }) => SequenceNumber)];
}

it('a stretch has all records from first to last across pages', async () => {
  const pages = [[record('100'), record('150'), {}], [], [record('300'), record('301')], [record('302')]];
  streamOf(pages);
  expect(await numbersIn()).toEqual([true, '100', '150', '300']);
  expect(sent()).toEqual([fromFirst, { ShardIterator: '0' }, { ShardIterator: '1' }, { ShardIterator: '2' }]);
});

it('sequence numbers compare as numbers, and those outside the stretch are omitted', async () => {
  streamOf([[record('99'), record('100'), record('1000'), record('200')]]);
  expect(await numbersIn()).toEqual([true, '100', '200']);
});

it('a stretch ends with its shard', async () => {
  streamOf([[record('100')], [record('200')]]);
  expect(await numbersIn()).toEqual([true, '100', '200']);
});

it('a stretch is incomplete if the stream has lost its start', async () => {
  streamOf([[record('200'), record('300')]], new TrimmedDataAccessException(about));
  expect(await numbersIn()).toEqual([false, '200', '300']);
  expect(sent().slice(0, 2)).toEqual([fromFirst, { ...ask, ShardIteratorType: 'TRIM_HORIZON' }]);
});

it('a stretch of a deleted shard is empty and incomplete', async () => {
  streamOf([], new ResourceNotFoundException(about));
  expect(await numbersIn()).toEqual([false]);
  expect(sent()).toHaveLength(1);
});

it('any other error ends the read', async () => {
  client.rejects(new Error('Broken'));
  await expect(readStretch(stretch)).rejects.toThrow('Broken');
  expect(sent()).toHaveLength(1);
});

it('an open shard is read until it is empty 20 times in a row', async () => {
  const empty = Array.from({ length: 19 }, () => []);
  streamOf([[record('100')], ...empty, [record('200')], ...empty, [], [record('300')]]);
  expect(await numbersIn()).toEqual([true, '100', '200']);
  expect(sent()).toHaveLength(1 + 1 + 19 + 1 + 20);
});
