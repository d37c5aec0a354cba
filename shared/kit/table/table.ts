/** Reads of the table: by key, by many keys, by index. Writes are in commit.ts. */
import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  BatchWriteCommand,
  type BatchWriteCommandOutput,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { batchesOf } from '../../platform/batches.ts';
import { environment } from '../../platform/settings.ts';
import { dynamo, responseOf, TableThrottled } from './client.ts';
import { type CommitOptions, commit } from './commit.ts';
import { type Item, toItem } from './item.ts';
import { type IndexName, type Key, tableShape } from './keys.ts';
import { Meter } from './meter.ts';
import type { Write } from './write.ts';

export interface Query {
  readonly index?: IndexName;
  readonly partition: string;
  /** Only sort keys that begin with this text. */
  readonly prefix?: string;
  /** Only sort keys up to this text, or from one text to another. */
  readonly upTo?: string;
  readonly from?: string;
  /** From the highest sort key down. */
  readonly newestFirst?: true;
  /** Of the table itself: also as it was a moment ago, for half the units. */
  readonly isEventual?: true;
  /** At most so many rows; without it, all of the partition. */
  readonly limit?: number;
  /** Called between two calls of a long query, which its error ends. */
  readonly between?: () => void;
}

/** DynamoDB takes at most so many keys in one BatchGetItem. */
const KEYS_PER_BATCH = 100;

/** The table as one request or one message sees it. */
export class Table {
  readonly meter = new Meter();
  readonly #until: AbortSignal | undefined;

  /** @param until when the request has no time left for the table: its calls end then, with a response or without. */
  constructor({ until }: { readonly until?: AbortSignal } = {}) {
    this.#until = until;
  }

  /** Asked for when it is needed: a function that never touches the table is not told its name. */
  get name(): string {
    return environment('TABLE_NAME');
  }

  /** @returns the row as last written (strongly consistent), or undefined. */
  async get(key: Key): Promise<Item | undefined> {
    const { Item, ConsumedCapacity } = await this.#responseOf(() =>
      dynamo().send(
        new GetCommand({
          TableName: this.name,
          Key: { ...key },
          ConsistentRead: true,
          ReturnConsumedCapacity: 'TOTAL',
        }),
      ),
    );
    this.meter.count('read', ConsumedCapacity);
    return Item && toItem(Item);
  }

  /** @returns the rows that exist, in no particular order; reads are strongly consistent on demand. */
  async getMany(keys: readonly Key[], consistent = false): Promise<Item[]> {
    const batches = batchesOf(keys, KEYS_PER_BATCH);
    return (await Promise.all(batches.map((batch) => this.#getBatch(batch, consistent)))).flat();
  }

  /** @returns all rows of a partition that the query names, in the order of their sort keys. */
  async query(query: Query): Promise<Item[]> {
    const items: Item[] = [];
    let from: QueryCommandInput['ExclusiveStartKey'];
    do {
      const page = await this.#responseOf(() =>
        dynamo().send(new QueryCommand({ ...queryInput(this.name, query), ExclusiveStartKey: from })),
      );
      this.meter.count('read', page.ConsumedCapacity);
      for (const item of page.Items ?? []) items.push(toItem(item));
      from = page.LastEvaluatedKey;
      if (from) query.between?.();
    } while (from && (query.limit === undefined || items.length < query.limit));
    return items;
  }

  /**
   * One page of all rows, in no useful order: for operators only, it reads the whole table.
   * @param after the key where the last page ended. @returns the rows, and where to go on; undefined at the end.
   */
  async scan(after: Key | undefined): Promise<{ items: Item[]; next: Key | undefined }> {
    const input = { TableName: this.name, ...(after && { ExclusiveStartKey: { ...after } }) };
    const page = await this.#responseOf(() =>
      dynamo().send(new ScanCommand({ ...input, ReturnConsumedCapacity: 'TOTAL' })),
    );
    this.meter.count('read', page.ConsumedCapacity);
    const next = page.LastEvaluatedKey && toItem(page.LastEvaluatedKey);
    return {
      items: (page.Items ?? []).map(toItem),
      next: next && { pk: String(next['pk']), sk: String(next['sk']) },
    };
  }

  /** Writes all or nothing. @throws ConditionsFailed with the writes that did not hold. */
  async commit(writes: readonly Write[], options: CommitOptions = {}): Promise<Item | undefined> {
    return this.#responseOf(() => commit(this.name, this.meter, { writes, ...options }));
  }

  /** Writes rows separately, whatever was there before. Written again, they are the same. */
  async putMany(rows: readonly (Item & Key)[]): Promise<void> {
    for (const batch of batchesOf(rows, ROWS_PER_BATCH, ROWS_SIZE)) await this.#putBatch(batch);
  }

  #putBatch(rows: readonly Item[]): Promise<void> {
    const wanted = { [this.name]: rows.map((Item) => ({ PutRequest: { Item } })) };
    return inRounds<BatchWriteCommandOutput['UnprocessedItems']>(wanted, 8, async (RequestItems) => {
      const response = await this.#responseOf(() =>
        dynamo().send(new BatchWriteCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' })),
      );
      this.meter.count('write', response.ConsumedCapacity);
      return response.UnprocessedItems;
    });
  }

  #responseOf<T>(call: () => Promise<T>): Promise<T> {
    return responseOf(call, this.#until);
  }

  async #getBatch(keys: readonly Key[], consistent: boolean): Promise<Item[]> {
    const items: Item[] = [];
    const wanted = { [this.name]: { Keys: keys.map((key) => ({ ...key })), ConsistentRead: consistent } };
    await inRounds<BatchGetCommandOutput['UnprocessedKeys']>(wanted, 5, async (RequestItems) => {
      const response = await this.#responseOf(() =>
        dynamo().send(new BatchGetCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' })),
      );
      this.meter.count('read', response.ConsumedCapacity);
      for (const item of response.Responses?.[this.name] ?? []) items.push(toItem(item));
      return response.UnprocessedKeys;
    });
    return items;
  }
}

/**
 * Sends a batch again until all of it is processed. A batch of which nothing can be processed fails as a whole.
 * @param send returns what is left. @throws TableThrottled
 */
async function inRounds<W extends object | undefined>(
  batch: NonNullable<W>,
  maxRounds: number,
  send: (wanted: NonNullable<W>) => Promise<W>,
): Promise<void> {
  let wanted: W = batch;
  for (let round = 0; wanted && Object.keys(wanted).length > 0; round++) {
    if (round > maxRounds) throw new TableThrottled('Some of a batch stayed unprocessed.');
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** round));
    wanted = await send(wanted).catch((error: unknown) => {
      if (error instanceof TableThrottled) return wanted;
      throw error;
    });
  }
}

/** DynamoDB takes at most so many rows in one BatchWriteItem. Larger rows are in smaller batches, to be done in time. */
const ROWS_PER_BATCH = 25;
const ROWS_SIZE = { mostBytes: 1_000_000, bytesOf: (row: Item) => JSON.stringify(row).length };

function queryInput(
  table: string,
  { index, partition, limit, newestFirst, isEventual, between: _, ...range }: Query,
): QueryCommandInput {
  const { partitionKey, sortKey } = tableShape.indexes.find(({ name }) => name === index) ?? tableShape;
  const { condition, values } = rangeOf(range);
  return {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: `#p = :p${condition}`,
    ExpressionAttributeNames: { '#p': partitionKey, ...(condition && { '#s': sortKey }) },
    ExpressionAttributeValues: { ':p': partition, ...values },
    Limit: limit,
    ScanIndexForward: newestFirst ? false : undefined,
    // The rows of a partition of the table itself are read as last written; an index cannot promise that.
    ConsistentRead: index === undefined && !isEventual,
    ReturnConsumedCapacity: 'TOTAL',
  };
}

function rangeOf({ prefix, from, upTo }: Pick<Query, 'prefix' | 'from' | 'upTo'>) {
  if (prefix !== undefined) return { condition: ' AND begins_with(#s, :s)', values: { ':s': prefix } };
  if (from !== undefined) {
    return { condition: ' AND #s BETWEEN :from AND :to', values: { ':from': from, ':to': upTo } };
  }
  if (upTo !== undefined) return { condition: ' AND #s <= :s', values: { ':s': upTo } };
  return { condition: '', values: {} };
}
