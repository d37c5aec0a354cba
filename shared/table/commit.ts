/** Writes to the table, all or nothing: one conditional call for one row, a transaction for several. */
import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { dynamo, TableThrottled } from './client.ts';
import { fromWire, type Item, toWire } from './item.ts';
import type { Key } from './keys.ts';
import type { Meter } from './meter.ts';

/** A DynamoDB expression; `#name` and `:value` placeholders are declared beside it. */
export interface Expression {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

export type Write = { readonly condition?: Expression | undefined } & (
  | { readonly put: Item & Key }
  | { readonly update: Key; readonly with: Expression }
  | { readonly delete: Key }
  | { readonly check: Key }
);

export interface CommitOptions {
  /** For a single update: the row as it stands after it. */
  readonly returning?: 'new';
}

/** Conditions that did not hold, so nothing was written. */
export class ConditionsFailed extends Error {
  override name = 'ConditionsFailed';
  /** Each write that did not hold, with the row that stood there (undefined: none did). */
  readonly failed: ReadonlyMap<Write, Item | undefined>;

  constructor(failed: ReadonlyMap<Write, Item | undefined>) {
    super('A condition of the write did not hold.');
    this.failed = failed;
  }
}

/** The condition that no row stands at the key yet. */
export const absent: Expression = { expression: 'attribute_not_exists(pk)' };

/** The condition that a row stands there. */
export const present: Expression = { expression: 'attribute_exists(pk)' };

/** The condition that the record is still the one that was read. */
export const versionIs = (version: number): Expression => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

const ATTEMPTS_AT_CONFLICT = 8;

export async function commit(
  table: string,
  meter: Meter,
  { writes, returning }: CommitOptions & { writes: readonly Write[] },
): Promise<Item | undefined> {
  const [only] = writes;
  if (!only) return undefined;
  const write = () =>
    writes.length === 1 && !('check' in only)
      ? single(table, meter, { write: only, returning })
      : transaction(table, meter, writes);
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error)) throw asConditionsFailed(error, writes);
      if (attempt === ATTEMPTS_AT_CONFLICT)
        throw new TableThrottled('Transactions kept meeting.', { cause: error });
      // Two writers met at a row, one of them a transaction, and one was refused: not an answer about our conditions.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}

async function transaction(table: string, meter: Meter, writes: readonly Write[]): Promise<undefined> {
  const { ConsumedCapacity } = await dynamo().send(
    new TransactWriteItemsCommand({
      TransactItems: writes.map((write) => transactItem(table, write)),
      ReturnConsumedCapacity: 'TOTAL',
    }),
  );
  meter.count('write', ConsumedCapacity);
}

async function single(
  table: string,
  meter: Meter,
  { write, returning }: { write: Exclude<Write, { check: Key }>; returning: 'new' | undefined },
): Promise<Item | undefined> {
  const options = { ReturnConsumedCapacity: 'TOTAL' } as const;
  const item = transactItem(table, write);
  try {
    if (item.Update) {
      const ReturnValues = returning ? ('ALL_NEW' as const) : undefined;
      const answer = await dynamo().send(new UpdateItemCommand({ ...item.Update, ...options, ReturnValues }));
      meter.count('write', answer.ConsumedCapacity);
      return answer.Attributes && fromWire(answer.Attributes);
    }
    const answer = item.Put
      ? await dynamo().send(new PutItemCommand({ ...item.Put, ...options }))
      : await dynamo().send(new DeleteItemCommand({ ...required(item.Delete), ...options }));
    meter.count('write', answer.ConsumedCapacity);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The very row stands there: it was written, the answer got lost, and the client of the SDK tried again.
    if (item.Put && isDeepStrictEqual(error.Item, item.Put.Item)) return undefined;
    throw new ConditionsFailed(new Map([[write, error.Item && fromWire(error.Item)]]));
  }
}

function transactItem(TableName: string, write: Write): TransactWriteItem {
  const of = (key: Key) => ({ TableName, Key: toWire({ pk: key.pk, sk: key.sk }) });
  const condition = write.condition && {
    ConditionExpression: write.condition.expression,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  const placeholders = (...expressions: (Expression | undefined)[]) => {
    const names = Object.assign({}, ...expressions.map((each) => each?.names));
    const values = Object.assign({}, ...expressions.map((each) => each?.values));
    return {
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: toWire(values) }),
    };
  };
  if ('put' in write) {
    return { Put: { TableName, Item: toWire(write.put), ...condition, ...placeholders(write.condition) } };
  }
  if ('update' in write) {
    const UpdateExpression = write.with.expression;
    return {
      Update: {
        ...of(write.update),
        UpdateExpression,
        ...condition,
        ...placeholders(write.with, write.condition),
      },
    };
  }
  if ('delete' in write)
    return { Delete: { ...of(write.delete), ...condition, ...placeholders(write.condition) } };
  return {
    ConditionCheck: {
      ...of(write.check),
      ConditionExpression: required(write.condition).expression,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...placeholders(write.condition),
    },
  };
}

const reasonsOf = (error: unknown) =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];

/** Only a conflict, or throttling of a row, and no condition that failed for good. */
function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  const codes = reasonsOf(error).map(({ Code }) => Code);
  const passing = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];
  return codes.some((code) => passing.includes(code ?? '')) && !codes.includes('ConditionalCheckFailed');
}

function asConditionsFailed(error: unknown, writes: readonly Write[]): unknown {
  const failed = new Map<Write, Item | undefined>();
  reasonsOf(error).forEach(({ Code, Item }, index) => {
    const write = writes[index];
    if (Code === 'ConditionalCheckFailed' && write) failed.set(write, Item && fromWire(Item));
  });
  return failed.size > 0 ? new ConditionsFailed(failed) : error;
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A check needs a condition, and a write a row.');
  return value;
}
