/** How writes end that meet other transactions, throttling or lost responses, which the local engine never shows. */
import {
  type CancellationReason,
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TableThrottled } from '../../../../shared/kit/table/client.ts';
import { ConditionsFailed, failedConditions } from '../../../../shared/kit/table/commit.ts';
import { equal, rowExists, rowMissing } from '../../../../shared/kit/table/expressions.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import type { Write } from '../../../../shared/kit/table/write.ts';

vi.stubEnv('TABLE_NAME', 'table');
vi.stubEnv('AWS_REGION', 'local');
const client = mockClient(DynamoDBDocumentClient);
beforeEach(() => void client.resolves({}));
afterEach(() => {
  client.reset();
  vi.restoreAllMocks();
});
afterAll(() => {
  client.restore();
  vi.unstubAllEnvs();
});
const transactions = () => client.on(TransactWriteCommand);
const sent = () => client.calls().map(({ args: [{ input }] }) => input);

const [first, second] = ['1', '2'].map((pk) => ({ pk, sk: '#' })) as [Row, Row];
type Row = { pk: string; sk: string };
const about = { message: 'No', $metadata: {} };
const failedOn = (row?: Record<string, unknown>) =>
  new ConditionalCheckFailedException({ ...about, ...(row && { Item: marshall(row) }) });
const cancelled = (...CancellationReasons: CancellationReason[]) =>
  new TransactionCanceledException({ ...about, CancellationReasons });
const NONE = { Code: 'None' };

const deletions: Write[] = [{ delete: first }, { delete: second }];
const commit = (...writes: Write[]) => new Table().commit(writes);
/** Attempts follow one another immediately. */
const withoutPauses = () => void vi.spyOn(Math, 'random').mockReturnValue(0);

describe('a transaction', () => {
  it('has an operation for each row, with its condition', async () => {
    transactions().resolves({ ConsumedCapacity: [{ CapacityUnits: 8 }] });
    const table = new Table();
    await table.commit([
      { put: { ...first, a: 1 }, condition: rowMissing },
      { update: second, with: [{ set: 'a', to: 1 }] },
      { delete: { pk: '3', sk: '#' } },
      { check: { pk: '4', sk: '#' }, condition: rowExists },
    ]);
    const known = {
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ExpressionAttributeNames: { '#0': 'pk' },
    };
    const of = (pk: string) => ({ TableName: 'table', Key: { pk, sk: '#' } });
    expect(sent()[0]).toEqual({
      ReturnConsumedCapacity: 'TOTAL',
      TransactItems: [
        {
          Put: {
            TableName: 'table',
            Item: { ...first, a: 1 },
            ConditionExpression: 'attribute_not_exists(#0)',
            ...known,
          },
        },
        {
          Update: {
            ...of('2'),
            UpdateExpression: 'SET #0 = :0',
            ExpressionAttributeNames: { '#0': 'a' },
            ExpressionAttributeValues: { ':0': 1 },
          },
        },
        { Delete: of('3') },
        { ConditionCheck: { ...of('4'), ConditionExpression: 'attribute_exists(#0)', ...known } },
      ],
    });
    expect(table.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 8 });
  });

  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is repeated after %s',
    async (Code) => {
      withoutPauses();
      transactions().rejectsOnce(cancelled(NONE, { Code })).resolves({});
      await commit(...deletions);
      expect(sent()).toHaveLength(2);
    },
  );

  it('counts as throttled after eight conflicts', async () => {
    withoutPauses();
    transactions().rejects(cancelled({ Code: 'TransactionConflict' }, NONE));
    await expect(commit(...deletions)).rejects.toThrow(new TableThrottled('Transactions kept conflicting.'));
    expect(sent()).toHaveLength(8);
  });

  it('is not repeated if a condition fails beside a conflict', async () => {
    const reasons = [
      { Code: 'TransactionConflict' },
      { Code: 'ConditionalCheckFailed', Item: marshall(second) },
    ];
    transactions().rejects(cancelled(...reasons));
    const writes: Write[] = [{ delete: first }, { delete: second, condition: rowMissing }];
    const failed = await failedConditions(commit(...writes));
    expect(failed).toEqual(new Map([[writes[1], second]]));
    expect(sent()).toHaveLength(1);
  });

  it('blames the writes whose conditions the row does not meet', async () => {
    const row = { ...first, version: 2 };
    transactions().rejects(cancelled({ Code: 'ConditionalCheckFailed', Item: marshall(row) }, NONE));
    const [wrong, right]: Write[] = [
      { check: first, condition: equal('version', 1) },
      { delete: first, condition: equal('version', 2) },
    ];
    const failed = await failedConditions(commit(wrong as Write, right as Write, { delete: second }));
    expect([...(failed ?? [])]).toEqual([[wrong, row]]);
  });

  it('blames all writes to a row if each condition seems to hold', async () => {
    transactions().rejects(cancelled({ Code: 'ConditionalCheckFailed' }, NONE));
    const writes: Write[] = [
      { check: first, condition: rowMissing },
      { update: first, with: [{ set: 'a', to: 1 }] },
    ];
    const failed = await failedConditions(commit(...writes, { delete: second }));
    expect([...(failed ?? [])]).toEqual(writes.map((write) => [write, undefined]));
  });

  it.each([
    ['without reasons', new TransactionCanceledException({ ...about, CancellationReasons: undefined })],
    ['as invalid', cancelled({ Code: 'ValidationError' }, NONE)],
    ['with a reason without a code', cancelled({}, NONE)],
  ])('passes on the error of a cancellation %s', async (_, error) => {
    transactions().rejects(error);
    await expect(failedConditions(commit(...deletions))).rejects.toBe(error);
    expect(sent()).toHaveLength(1);
  });

  it('counts as throttled while still in progress', async () => {
    transactions().rejects(new TransactionInProgressException(about));
    await expect(commit(...deletions)).rejects.toThrow(TableThrottled);
  });
});

it('an empty list of writes makes no call', async () => {
  expect(await commit()).toBeUndefined();
  expect(sent()).toEqual([]);
});

describe('a write to one row', () => {
  it.each<[string, Write, { readonly name: string }]>([
    ['put', { put: { ...first } }, PutCommand],
    ['deletion', { delete: first }, DeleteCommand],
    ['update', { update: first, with: [] }, UpdateCommand],
    ['check', { check: first, condition: rowExists }, TransactWriteCommand],
  ])('needs a transaction only if it is a check, not a %s', async (_, write, command) => {
    client.on(command as typeof PutCommand).resolves({ ConsumedCapacity: { CapacityUnits: 1 } });
    const table = new Table();
    await table.commit([write]);
    expect(sent()).toMatchObject([{ ReturnConsumedCapacity: 'TOTAL' }]);
    expect(table.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 1 });
  });

  it('returns the row of an update on request', async () => {
    client.on(UpdateCommand).resolves({ Attributes: { b: 1, a: 2 } });
    const update: Write = { update: first, with: [{ add: 'a', by: 1 }] };
    expect(JSON.stringify(await new Table().commit([update], { returning: 'new' }))).toBe('{"a":2,"b":1}');
    await commit(update);
    expect(sent()).toMatchObject([{ ReturnValues: 'ALL_NEW' }, { ReturnValues: undefined }]);
  });

  it('is repeated after a conflict with a transaction', async () => {
    withoutPauses();
    client.on(PutCommand).rejectsOnce(new TransactionConflictException(about)).resolves({});
    await commit({ put: { ...first } });
    expect(sent()).toHaveLength(2);
  });

  it('fails with the row that violates its condition', async () => {
    client.on(DeleteCommand).rejects(failedOn({ ...first, a: 1 }));
    const write: Write = { delete: first, condition: equal('a', 2) };
    await expect(commit(write)).rejects.toThrow(ConditionsFailed);
    expect(await failedConditions(commit(write))).toEqual(new Map([[write, { ...first, a: 1 }]]));
  });

  it('passes on any other error', async () => {
    client.on(PutCommand).rejects(new Error('Broken'));
    await expect(commit({ put: { ...first } })).rejects.toThrow('Broken');
  });

  const set = (...more: Extract<Write, { with: unknown }>['with']): Write => ({
    update: first,
    with: [{ set: 'version', to: 2 }, ...more],
    condition: equal('version', 1),
  });
  const put = (a: unknown): Write => ({ put: { ...first, a } as never, condition: rowMissing });
  it.each<[boolean, string, Write, Record<string, unknown>]>([
    [true, 'a put found its row', put({ y: 1, x: [1] }), { ...first, a: { x: [1], y: 1 } }],
    [false, 'a put found another row', put(1), { ...first, a: 2 }],
    [true, 'an update found its version and values', set({ set: 'a', to: 1 }), { version: 2, a: 1 }],
    [true, 'an update found its version without what it removes', set({ remove: 'a' }), { version: 2 }],
    [false, 'an update found what it removes', set({ remove: 'a' }), { version: 2, a: 1 }],
    [false, 'an update found another value', set({ set: 'a', to: 1 }), { version: 2, a: 2 }],
    [false, 'an update found another version', set(), { version: 3 }],
    [false, 'an update that adds found its version', set({ add: 'a', by: 1 }), { version: 2, a: 1 }],
    [
      false,
      'an update without a version found its values',
      { update: first, with: [{ set: 'a', to: 1 }], condition: rowMissing },
      { a: 1 },
    ],
    [false, 'a deletion found the row', { delete: first, condition: rowMissing }, { ...first }],
  ])('detects an earlier write: %s, since %s', async (isWritten, _, write, row) => {
    client.rejects(failedOn(row));
    expect((await failedConditions(commit(write))) === undefined).toBe(isWritten);
  });
});
