/** Tests call the engine without most of the SDK (test/support/direct-calls.ts). All of the SDK sends the same, and returns the same. */
import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  ScanCommand,
  type ScanCommandOutput,
} from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { dynamo } from '../../../../shared/kit/table/client.ts';
import { environment } from '../../../../shared/platform/settings.ts';
import { withTable } from '../../../support/table.ts';

withTable();

const key = { pk: 'pair', sk: '1' };
const other = { pk: 'pair', sk: '2' };
const wire = { pk: { S: 'pair' }, sk: { S: '1' } };
const row = {
  ...key,
  text: 'Ætherwave "B":"AA==" \u2028',
  number: 12.5,
  large: 9007199254740991,
  truth: false,
  nothing: null,
  empty: '',
  bytes: new Uint8Array([0, 1, 255]),
  list: ['a', 1, { deep: new Uint8Array([7]) }],
  map: { B: 'AA==', BS: ['AA=='], missing: undefined },
  texts: new Set(['a', 'b']),
  numbers: new Set([1, 2]),
  parts: new Set([new Uint8Array([1]), new Uint8Array([2])]),
};
const table = () => ({ TableName: environment('TABLE_NAME') });
const failing = {
  ConditionExpression: 'attribute_not_exists(pk)',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
} as const;

/** Each has its own type. */
interface Command {
  readonly input: object;
}

const commands: Readonly<Record<string, () => Command>> = {
  put: () => new PutCommand({ ...table(), Item: row, ReturnConsumedCapacity: 'TOTAL' }),
  'put that fails': () => new PutCommand({ ...table(), Item: row, ...failing }),
  update: () =>
    new UpdateCommand({
      ...table(),
      Key: key,
      UpdateExpression: 'SET #a = :a ADD #b :b',
      ExpressionAttributeNames: { '#a': 'bytes', '#b': 'texts' },
      ExpressionAttributeValues: { ':a': new Uint8Array([9]), ':b': new Set(['c']) },
      ReturnValues: 'ALL_NEW',
    }),
  deletion: () => new DeleteCommand({ ...table(), Key: key, ReturnConsumedCapacity: 'TOTAL' }),
  'deletion of a row that is missing': () => new DeleteCommand({ ...table(), Key: other }),
  transaction: () =>
    new TransactWriteCommand({
      TransactItems: [
        { Put: { ...table(), Item: { ...other, a: 1 } } },
        { Delete: { ...table(), Key: key } },
      ],
      ReturnConsumedCapacity: 'TOTAL',
    }),
  'transaction that fails': () =>
    new TransactWriteCommand({
      TransactItems: [
        { Put: { ...table(), Item: { ...other, a: 1 } } },
        { ConditionCheck: { ...table(), Key: key, ...failing } },
      ],
    }),
  'batch of writes': () =>
    new BatchWriteCommand({
      RequestItems: {
        [environment('TABLE_NAME')]: [
          { PutRequest: { Item: { ...other, b: row.bytes } } },
          { DeleteRequest: { Key: key } },
        ],
      },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  get: () => new GetItemCommand({ ...table(), Key: wire, ReturnConsumedCapacity: 'TOTAL' }),
  'get of a row that is missing': () => new GetItemCommand({ ...table(), Key: { ...wire, sk: { S: '3' } } }),
  'batch of reads': () =>
    new BatchGetItemCommand({ RequestItems: { [environment('TABLE_NAME')]: { Keys: [wire] } } }),
  query: () =>
    new QueryCommand({
      ...table(),
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': wire.pk },
    }),
  scan: () => new ScanCommand({ ...table(), ReturnConsumedCapacity: 'TOTAL' }),
  'get from a table that is missing': () => new GetItemCommand({ TableName: 'none', Key: wire }),
  'get without a key': () => new GetItemCommand({ ...table(), Key: {} }),
  'update with an invalid expression': () =>
    new UpdateCommand({ ...table(), Key: key, UpdateExpression: 'SET' }),
  'put of a number that is too large': () => new PutCommand({ ...table(), Item: { ...key, a: 2 ** 60 } }),
};

const whole = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } });

/** What comes out of a command on the same rows, and the rows after it. */
async function outcomeOf(client: DynamoDBDocumentClient, command: Command) {
  await whole().send(new PutCommand({ ...table(), Item: row }));
  await whole().send(new DeleteCommand({ ...table(), Key: other }));
  const outcome = await client.send(command as never).then(
    ({ $metadata: { httpStatusCode }, ...output }: { $metadata: { httpStatusCode?: number } }) => ({
      output,
      httpStatusCode,
    }),
    ({ name, message, $fault, $metadata, Item, CancellationReasons, constructor: { name: type } }) => ({
      ...{ name, message, $fault, Item, CancellationReasons, type },
      httpStatusCode: $metadata?.httpStatusCode,
    }),
  );
  const { Items }: ScanCommandOutput = await whole().send(new ScanCommand(table()) as never);
  return { outcome, Items };
}

describe('a direct call', () => {
  it.each(Object.entries(commands))('does and returns what the SDK does: %s', async (_, command) => {
    expect(await outcomeOf(dynamo(), command())).toEqual(await outcomeOf(whole(), command()));
  });
});
