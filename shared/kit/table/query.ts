/**
 * Pages of queries. They use the plain command on the client of the table, and convert rows in one pass: 1.3
 * microseconds for a track, against 4.6 through the document client, which converts a row before its members
 * are sorted. The list of a large catalogue has 100,000 index entries.
 */
import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { dynamo } from './client.ts';
import { fromWire, type Item } from './item.ts';
import { type IndexName, tableShape } from './keys.ts';

export interface Query {
  readonly index?: IndexName;
  readonly partition: string;
  /** Only sort keys that start with this text. */
  readonly prefix?: string;
  /** Only sort keys from this text. */
  readonly from?: string;
  /** Only sort keys up to this text. */
  readonly upTo?: string;
  /** Sorts in descending order. */
  readonly newestFirst?: true;
  /** Uses eventually consistent reads of the table, for half the units. */
  readonly isEventual?: true;
  /** Maximum number of rows. Defaults to the whole partition. */
  readonly limit?: number;
  /** Called between the pages of a query. Its error ends the query. */
  readonly between?: () => void;
}

/** Where a page of a query ends. */
export type QueryPosition = QueryCommandOutput['LastEvaluatedKey'];

interface QueryPage {
  readonly items: readonly Item[];
  /** Undefined after the last page. */
  readonly next: QueryPosition;
  readonly consumed: QueryCommandOutput['ConsumedCapacity'];
}

/** @param after `next` of the preceding page. */
export async function queryPage(
  table: string,
  { limit, after, ...query }: Omit<Query, 'limit'> & { limit: number | undefined; after: QueryPosition },
): Promise<QueryPage> {
  const input = { ...queryInput(table, query), Limit: limit, ExclusiveStartKey: after };
  const { Items = [], LastEvaluatedKey, ConsumedCapacity } = await dynamo().send(new QueryCommand(input));
  return { items: Items.map(fromWire), next: LastEvaluatedKey, consumed: ConsumedCapacity };
}

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
    ExpressionAttributeValues: { ':p': { S: partition }, ...values },
    ScanIndexForward: newestFirst ? false : undefined,
    // Indexes support only eventually consistent reads.
    ConsistentRead: index === undefined && !isEventual,
    ReturnConsumedCapacity: 'TOTAL',
  };
}

function rangeOf({ prefix, from, upTo }: Pick<Query, 'prefix' | 'from' | 'upTo'>) {
  if (prefix !== undefined) return { condition: ' AND begins_with(#s, :s)', values: { ':s': { S: prefix } } };
  if (from !== undefined && upTo !== undefined)
    return {
      condition: ' AND #s BETWEEN :from AND :to',
      values: { ':from': { S: from }, ':to': { S: upTo } },
    };
  if (upTo !== undefined) return { condition: ' AND #s <= :s', values: { ':s': { S: upTo } } };
  if (from !== undefined) return { condition: ' AND #s >= :s', values: { ':s': { S: from } } };
  return { condition: '', values: {} };
}
