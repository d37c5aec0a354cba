/** Reads and writes the table. */
import {
  BatchGetItemCommand,
  type BatchGetItemCommandOutput,
  BatchWriteItemCommand,
  type BatchWriteItemCommandOutput,
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { batchesOf } from '../../platform/batches.ts';
import { environment } from '../../platform/settings.ts';
import { dynamo, responseOf, TableThrottled } from './client.ts';
import { type CommitOptions, commit } from './commit.ts';
import { fromWire, type Item, toWire } from './item.ts';
import { type IndexName, type Key, tableShape } from './keys.ts';
import { Meter } from './meter.ts';
import type { Write } from './write.ts';

export interface Query {
  readonly index?: IndexName;
  readonly partition: string;
  /** Only sort keys that start with this text. */
  readonly prefix?: string;
  /** Only sort keys up to this text, or between `from` and this text. */
  readonly upTo?: string;
  readonly from?: string;
  /** Sorts in descending order. */
  readonly newestFirst?: true;
  /** Uses eventually consistent reads of the table, for half the units. */
  readonly isEventual?: true;
  /** Maximum number of rows. Defaults to the whole partition. */
  readonly limit?: number;
  /** Called between the pages of a query. Its error ends the query. */
  readonly between?: () => void;
}

const wireKey = ({ pk, sk }: Key) => ({ pk: { S: pk }, sk: { S: sk } });

/** DynamoDB's BatchGetItem limit. */
const KEYS_PER_BATCH = 100;

interface TableOptions {
  readonly until?: AbortSignal | undefined;
  readonly meter?: Meter;
  readonly part?: Meter;
}

/** A table client for one request or message. */
export class Table {
  readonly meter: Meter;
  readonly #until: AbortSignal | undefined;
  readonly #part: Meter | undefined;

  /** @param until ends all calls at the deadline of the request. */
  constructor({ until, meter = new Meter(), part }: TableOptions = {}) {
    this.#until = until;
    this.meter = meter;
    this.#part = part;
  }

  /** @returns the same client. Its reads are also counted by the meter, which others that run concurrently are not. */
  metered(part: Meter): Table {
    return new Table({ until: this.#until, meter: this.meter, part });
  }

  /** Read lazily, because functions without table access have no TABLE_NAME. */
  get name(): string {
    return environment('TABLE_NAME');
  }

  /** Reads with strong consistency. */
  async get(key: Key): Promise<Item | undefined> {
    const { Item, ConsumedCapacity } = await this.#responseOf(() =>
      dynamo().send(
        new GetItemCommand({
          TableName: this.name,
          Key: wireKey(key),
          ConsistentRead: true,
          ReturnConsumedCapacity: 'TOTAL',
        }),
      ),
    );
    this.#countRead(ConsumedCapacity);
    return Item && fromWire(Item);
  }

  /** @returns existing rows in any order. */
  async getMany(keys: readonly Key[], consistent = false): Promise<Item[]> {
    const batches = batchesOf(keys, KEYS_PER_BATCH);
    return (await Promise.all(batches.map((batch) => this.#getBatch(batch, consistent)))).flat();
  }

  /** @returns the matching rows, sorted by sort key. */
  async query(query: Query): Promise<Item[]> {
    const items: Item[] = [];
    let from: QueryCommandInput['ExclusiveStartKey'];
    do {
      const limit = query.limit && query.limit - items.length;
      const input = { ...queryInput(this.name, query), Limit: limit, ExclusiveStartKey: from };
      const page = await this.#responseOf(() => dynamo().send(new QueryCommand(input)));
      this.#countRead(page.ConsumedCapacity);
      for (const item of page.Items ?? []) items.push(fromWire(item));
      from = page.LastEvaluatedKey;
      if (from) query.between?.();
    } while (from && (query.limit === undefined || items.length < query.limit));
    return items;
  }

  /**
   * Reads a page of all rows, in any order. For operators only.
   * @param after `next` of the preceding page. @returns the rows, and undefined as `next` at the end.
   */
  async scan(after: Key | undefined): Promise<{ items: Item[]; next: Key | undefined }> {
    const input = { TableName: this.name, ...(after && { ExclusiveStartKey: wireKey(after) }) };
    const page = await this.#responseOf(() =>
      dynamo().send(new ScanCommand({ ...input, ReturnConsumedCapacity: 'TOTAL' })),
    );
    this.meter.count('read', page.ConsumedCapacity);
    const next = page.LastEvaluatedKey && fromWire(page.LastEvaluatedKey);
    return {
      items: (page.Items ?? []).map(fromWire),
      next: next && { pk: String(next['pk']), sk: String(next['sk']) },
    };
  }

  /** Writes all or nothing. @throws ConditionsFailed with the writes whose conditions failed. */
  async commit(writes: readonly Write[], options: CommitOptions = {}): Promise<Item | undefined> {
    return this.#responseOf(() => commit(this.name, this.meter, { writes, ...options }));
  }

  /** Puts rows separately and unconditionally. Repeating it is harmless. */
  async putMany(rows: readonly (Item & Key)[]): Promise<void> {
    for (const batch of batchesOf(rows, ROWS_PER_BATCH, ROWS_SIZE))
      await this.#writeBatch(batch.map((row) => ({ PutRequest: { Item: toWire(row) } })));
  }

  /** Deletes rows separately and unconditionally. Repeating it is harmless. */
  async deleteMany(keys: readonly Key[]): Promise<void> {
    for (const batch of batchesOf(keys, ROWS_PER_BATCH))
      await this.#writeBatch(batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: toWire({ pk, sk }) } })));
  }

  #writeBatch(requests: NonNullable<BatchWriteItemCommandOutput['UnprocessedItems']>[string]): Promise<void> {
    const wanted = { [this.name]: requests };
    return inRounds<BatchWriteItemCommandOutput['UnprocessedItems']>(wanted, 8, async (RequestItems) => {
      const response = await this.#responseOf(() =>
        dynamo().send(new BatchWriteItemCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' })),
      );
      this.meter.count('write', response.ConsumedCapacity);
      return response.UnprocessedItems;
    });
  }

  #responseOf<T>(call: () => Promise<T>): Promise<T> {
    return responseOf(call, this.#until);
  }

  #countRead(consumed: Parameters<Meter['count']>[1]): void {
    this.meter.count('read', consumed);
    this.#part?.count('read', consumed);
  }

  async #getBatch(keys: readonly Key[], consistent: boolean): Promise<Item[]> {
    const items: Item[] = [];
    const wanted = { [this.name]: { Keys: keys.map(wireKey), ConsistentRead: consistent } };
    await inRounds<BatchGetItemCommandOutput['UnprocessedKeys']>(wanted, 5, async (RequestItems) => {
      const response = await this.#responseOf(() =>
        dynamo().send(new BatchGetItemCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' })),
      );
      this.#countRead(response.ConsumedCapacity);
      for (const item of response.Responses?.[this.name] ?? []) items.push(fromWire(item));
      return response.UnprocessedKeys;
    });
    return items;
  }
}

/**
 * Repeats a batch until DynamoDB has processed all of it.
 * @param send returns the unprocessed part. @throws TableThrottled
 */
async function inRounds<W extends object | undefined>(
  batch: NonNullable<W>,
  maxRounds: number,
  send: (wanted: NonNullable<W>) => Promise<W>,
): Promise<void> {
  let wanted: W = batch;
  for (let round = 0; wanted && Object.keys(wanted).length > 0; round++) {
    if (round > maxRounds) throw new TableThrottled('Part of a batch was not processed.');
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** round));
    wanted = await send(wanted).catch((error: unknown) => {
      if (error instanceof TableThrottled) return wanted;
      throw error;
    });
  }
}

/** DynamoDB's BatchWriteItem limit. ROWS_SIZE limits the bytes, so that each call ends in time. */
const ROWS_PER_BATCH = 25;
const ROWS_SIZE = { mostBytes: 1_000_000, bytesOf: (row: Item) => JSON.stringify(row).length };

function queryInput(
  table: string,
  { index, partition, newestFirst, isEventual, ...range }: Query,
): QueryCommandInput {
  const { partitionKey, sortKey } = tableShape.indexes.find(({ name }) => name === index) ?? tableShape;
  const { condition, values } = rangeOf(range);
  return {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: `#p = :p${condition}`,
    ExpressionAttributeNames: { '#p': partitionKey, ...(condition && { '#s': sortKey }) },
    ExpressionAttributeValues: toWire({ ':p': partition, ...values }),
    ScanIndexForward: newestFirst ? false : undefined,
    // Indexes support only eventually consistent reads.
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
