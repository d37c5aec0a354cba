/** Writes all or nothing, with a single conditional call for one row and a transaction for several. */
import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { dynamo, sentInTime, TableThrottled } from './client.ts';
import { conflictPause } from './conflict-pause.ts';
import { type Assignment, type Condition, compile, holds } from './expressions.ts';
import { fromWire, type Item, toItem } from './item.ts';
import type { Key } from './keys.ts';
import { type Merged, mergeWrites } from './merge.ts';
import type { Meter } from './meter.ts';
import type { Write } from './write.ts';

export interface CommitOptions {
  /** Return the row after a single update. */
  readonly returning?: 'new';
}

/** Conditions failed, so nothing was written. */
export class ConditionsFailed extends Error {
  override name = 'ConditionsFailed';
  /** The writes whose conditions failed, with the current row (undefined if it does not exist). */
  readonly failed: ReadonlyMap<Write, Item | undefined>;

  constructor(failed: ReadonlyMap<Write, Item | undefined>) {
    super('A condition of the write failed.');
    this.failed = failed;
  }
}

/**
 * @returns the writes whose conditions did not hold, as ConditionsFailed has them; undefined when all was
 * written.
 * @throws any other error of the write.
 * @example if (await failedConditions(table.commit([{ put: row, condition: rowMissing }]))) return 'known';
 */
export const failedConditions = (
  writing: Promise<unknown>,
): Promise<ConditionsFailed['failed'] | undefined> =>
  writing.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ConditionsFailed) return error.failed;
      throw error;
    },
  );

const ATTEMPTS_AT_CONFLICT = 8;

/** @throws ConditionsFailed, TooManyWrites, TableThrottled. */
export async function commit(
  table: string,
  meter: Meter,
  { writes, returning }: CommitOptions & { writes: readonly Write[] },
): Promise<Item | undefined> {
  const merged = mergeWrites(writes);
  const [only] = merged;
  if (!only) return undefined;
  const write = () =>
    merged.length === 1 && !('check' in only.write)
      ? single(table, meter, { write: only.write, returning })
      : transaction(table, meter, merged);
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error)) throw asConditionsFailed(error, merged);
      if (attempt === ATTEMPTS_AT_CONFLICT)
        throw new TableThrottled('Transactions kept conflicting.', { cause: error });
      // A conflict only means that another transaction was changing a row. The conditions may still hold.
      await conflictPause(attempt);
    }
  }
}

async function transaction(table: string, meter: Meter, merged: readonly Merged[]): Promise<undefined> {
  const stamp = `${new Date().toISOString()}#`;
  const input = {
    TransactItems: merged.map(({ write }) => transactItem(table, stampedWrite(write, stamp))),
    ReturnConsumedCapacity: 'TOTAL' as const,
  };
  const send = () => dynamo().send(new TransactWriteCommand(input));
  const isStamped = merged.some(({ write }) => 'stamped' in write);
  const { ConsumedCapacity } = await (isStamped ? sentInTime(send) : send());
  meter.count('write', ConsumedCapacity);
}

/** Not stamped earlier, because readers of the journal rely on the time between the stamp and the write. */
const stampedWrite = (write: Write, stamp: string): Write =>
  'stamped' in write ? { put: { ...write.put, sk: `${stamp}${write.put.sk}` } } : write;

async function single(
  table: string,
  meter: Meter,
  { write, returning }: { write: Write; returning: 'new' | undefined },
): Promise<Item | undefined> {
  const options = { ReturnConsumedCapacity: 'TOTAL' } as const;
  const item = transactItem(table, write);
  try {
    if (item.Update) {
      const ReturnValues = returning ? ('ALL_NEW' as const) : undefined;
      const response = await dynamo().send(new UpdateCommand({ ...item.Update, ...options, ReturnValues }));
      meter.count('write', response.ConsumedCapacity);
      return response.Attributes && toItem(response.Attributes);
    }
    const response = item.Put
      ? await dynamo().send(new PutCommand({ ...item.Put, ...options }))
      : await dynamo().send(
          new DeleteCommand({ TableName: table, Key: undefined, ...item.Delete, ...options }),
        );
    meter.count('write', response.ConsumedCapacity);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const row = error.Item && fromWire(error.Item);
    // If the row already has the new state, the first response was lost and the client retried the write.
    if (isWritten(write, row)) return undefined;
    throw new ConditionsFailed(new Map([[write, row]]));
  }
}

function isWritten(write: Write, row: Item | undefined): boolean {
  if ('put' in write) return isDeepStrictEqual(row, toItem(write.put));
  // Each version is written only once, so a row with the version of the update was written by it.
  if (!('update' in write) || !write.with.some((each) => 'set' in each && each.set === 'version'))
    return false;
  if (!write.with.every((each) => 'set' in each || 'remove' in each)) return false;
  return write.with.every((each) => holds('set' in each ? asWritten(each) : { missing: each.remove }, row));
}

const asWritten = ({ set, to }: Extract<Assignment, { set: unknown }>): Condition => ({
  path: set,
  is: '=',
  value: toItem({ to })['to'],
});

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

function transactItem(TableName: string, write: Write): TransactItem {
  const keyed = ({ pk, sk }: Key) => ({ TableName, Key: { pk, sk } });
  const compiled = compile(write.condition, 'update' in write ? write.with : []);
  const expressions = {
    ...compiled,
    ...(write.condition && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
  };
  if ('put' in write) return { Put: { TableName, Item: write.put, ...expressions } };
  if ('update' in write)
    return { Update: { ...keyed(write.update), UpdateExpression: undefined, ...expressions } };
  if ('delete' in write) return { Delete: { ...keyed(write.delete), ...expressions } };
  return { ConditionCheck: { ...keyed(write.check), ConditionExpression: undefined, ...expressions } };
}

const reasonsOf = (error: unknown) =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];

/** @returns whether a retry can succeed, because of a conflict or throttling without failed conditions. */
function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  const codes = reasonsOf(error).map(({ Code }) => Code);
  const passing = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];
  return codes.some((code) => code && passing.includes(code)) && !codes.includes('ConditionalCheckFailed');
}

/** Maps the failures of merged writes back to the caller's writes. */
function asConditionsFailed(error: unknown, merged: readonly Merged[]): unknown {
  const failed = new Map<Write, Item | undefined>();
  const blame = ({ from }: Merged, row: Item | undefined) => {
    const guilty = from.filter(({ condition }) => condition && !holds(condition, row));
    for (const write of guilty.length > 0 ? guilty : from) failed.set(write, row);
  };
  if (error instanceof ConditionsFailed && merged[0]) blame(merged[0], [...error.failed.values()][0]);
  reasonsOf(error).forEach(({ Code, Item }, index) => {
    const each = merged[index];
    if (Code === 'ConditionalCheckFailed' && each) blame(each, Item && fromWire(Item));
  });
  return failed.size > 0 ? new ConditionsFailed(failed) : error;
}
