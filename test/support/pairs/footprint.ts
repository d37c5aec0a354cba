/** What a call to the table reads and writes, from what is sent to DynamoDB. */
import { tableShape } from '../../../shared/kit/table/keys.ts';

/** An attribute value as DynamoDB has it. */
export type Wire = Readonly<Record<string, { readonly S?: string; readonly [type: string]: unknown }>>;

interface Write {
  /** Partition and sort key. */
  readonly row: string;
  /** The index partitions in which the row may be after the write. */
  readonly lists: readonly string[];
}

interface Range {
  /** `<index> <partition>`; the index is empty for the table. */
  readonly list: string;
  readonly holds: (sortKey: string) => boolean;
}

export interface Footprint {
  /** Rows that were read, or that a condition is about. */
  readonly reads: readonly string[];
  readonly ranges: readonly Range[];
  readonly writes: readonly Write[];
  /** Reads every row. */
  readonly isScan: boolean;
  /** Rows of which a write has a condition, with the condition as text. */
  readonly conditions: readonly (readonly [row: string, condition: string])[];
}

interface Item {
  readonly Key?: Wire;
  readonly Item?: Wire;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Wire;
}

interface Body extends Item {
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly TransactItems?: readonly Readonly<Record<string, Item>>[];
  readonly RequestItems?: Readonly<Record<string, unknown>>;
}

const textOf = (wire: Wire, name: string): string => wire[name]?.S ?? '';

/** In no key. */
const BETWEEN_KEYS = '\u0001';

/** The name of a row, from its key or the whole row. */
export const rowName = (wire: Wire): string => `${textOf(wire, 'pk')}${BETWEEN_KEYS}${textOf(wire, 'sk')}`;

/** The key of a row, from its name. */
export const keyOf = (name: string): { pk: string; sk: string } => {
  const [pk = '', sk = ''] = name.split(BETWEEN_KEYS);
  return { pk, sk };
};

/** For messages. */
export const shownName = (name: string): string => name.replace(BETWEEN_KEYS, ' ');

/** The partitions of the indexes in which a row is. */
const listsOf = (wire: Wire): string[] =>
  tableShape.indexes.flatMap(({ name, partitionKey }) =>
    wire[partitionKey]?.S === undefined ? [] : [`${name} ${wire[partitionKey].S}`],
  );

const none: Footprint = { reads: [], ranges: [], writes: [], isScan: false, conditions: [] };

/** Counters of the rate limit, which every request of a user increases. Their order does not matter. */
const counted = new Set(['minute', 'reads', 'writes', 'account', 'resends']);

function onlyCounts(row: string, { UpdateExpression, ExpressionAttributeNames = {} }: Item): boolean {
  if (!row.startsWith('access#') || UpdateExpression === undefined) return false;
  const changed = UpdateExpression.match(/#\w+/g) ?? [];
  return changed.every((alias) => counted.has(ExpressionAttributeNames[alias] ?? ''));
}

/** Names and values instead of their aliases. */
function conditionText({ ConditionExpression = '', ExpressionAttributeNames = {} }: Item): string {
  return ConditionExpression.replaceAll(/#\w+/g, (alias) => ExpressionAttributeNames[alias] ?? alias);
}

function writeOf(item: Item): Footprint {
  const row = rowName(item.Item ?? item.Key ?? {});
  const condition = item.ConditionExpression ? ([[row, conditionText(item)]] as const) : [];
  if (onlyCounts(row, item)) return { ...none, reads: [row], conditions: condition };
  const values = Object.values(item.ExpressionAttributeValues ?? {}).flatMap(({ S }) => S ?? []);
  const anyIndex = values.flatMap((value) => tableShape.indexes.map(({ name }) => `${name} ${value}`));
  const lists = item.Item ? listsOf(item.Item) : anyIndex;
  return { ...none, reads: condition.map(([read]) => read), writes: [{ row, lists }], conditions: condition };
}

function joined(parts: readonly Footprint[]): Footprint {
  return {
    reads: parts.flatMap(({ reads }) => reads),
    ranges: parts.flatMap(({ ranges }) => ranges),
    writes: parts.flatMap(({ writes }) => writes),
    isScan: parts.some(({ isScan }) => isScan),
    conditions: parts.flatMap(({ conditions }) => conditions),
  };
}

function transactionOf(items: NonNullable<Body['TransactItems']>): Footprint {
  return joined(
    items.flatMap((each) =>
      Object.entries(each).map(([kind, item]) =>
        kind === 'ConditionCheck'
          ? {
              ...none,
              reads: [rowName(item.Key ?? {})],
              conditions: [[rowName(item.Key ?? {}), conditionText(item)] as const],
            }
          : writeOf(item),
      ),
    ),
  );
}

interface Batch {
  readonly Keys?: readonly Wire[];
}
interface BatchedWrite {
  readonly PutRequest?: { readonly Item: Wire };
  readonly DeleteRequest?: { readonly Key: Wire };
}

function queryOf(body: Body): Range {
  const names = body.ExpressionAttributeNames ?? {};
  const values = body.ExpressionAttributeValues ?? {};
  const [partition = '', sort = ''] = (body.KeyConditionExpression ?? '').split(' AND ');
  const alias = /= (:\w+)/.exec(partition)?.[1] ?? '';
  const of = (name: string) => textOf(values, name);
  const list = `${body.IndexName ?? ''} ${of(alias)}`;
  if (names['#s'] === undefined) return { list, holds: () => true };
  if (sort.startsWith('begins_with')) return { list, holds: (key) => key.startsWith(of(':s')) };
  if (sort.includes('BETWEEN')) return { list, holds: (key) => key >= of(':from') && key <= of(':to') };
  if (sort.includes('<='))
    return { list, holds: (key) => key <= of(Object.keys(values).find((each) => each !== alias) ?? '') };
  if (sort.includes('>='))
    return { list, holds: (key) => key >= of(Object.keys(values).find((each) => each !== alias) ?? '') };
  return { list, holds: () => true };
}

/** @param operation of DynamoDB, such as GetItem. @param body its JSON. */
export function footprintOf(operation: string, body: Body): Footprint {
  const requests = Object.values(body.RequestItems ?? {});
  switch (operation) {
    case 'GetItem':
      return { ...none, reads: [rowName(body.Key ?? {})] };
    case 'BatchGetItem':
      return { ...none, reads: (requests as Batch[]).flatMap(({ Keys = [] }) => Keys.map(rowName)) };
    case 'Query':
      return { ...none, ranges: [queryOf(body)] };
    case 'Scan':
      return { ...none, isScan: true };
    case 'TransactWriteItems':
      return transactionOf(body.TransactItems ?? []);
    case 'BatchWriteItem':
      return joined(
        (requests as BatchedWrite[][])
          .flat()
          .map(({ PutRequest, DeleteRequest }) =>
            writeOf(PutRequest ? { Item: PutRequest.Item } : { Key: DeleteRequest?.Key ?? {} }),
          ),
      );
    default:
      return writeOf(body);
  }
}

/** @returns whether a call only admits a request. */
export const isAdmission = ({ reads, writes }: Footprint): boolean =>
  writes.length === 0 && reads.length === 1 && reads.every((row) => row.startsWith('access#'));

/** @param before the rows that were there before all of the calls. */
function readsWhatWrites(reading: Footprint, writing: Footprint, before: ReadonlyMap<string, Wire>): boolean {
  return writing.writes.some(({ row, lists }) => {
    if (reading.isScan || reading.reads.includes(row)) return true;
    const { pk, sk } = keyOf(row);
    const earlier = before.get(row);
    const all = [...lists, ...(earlier ? listsOf(earlier) : [])];
    return reading.ranges.some(({ list, holds }) =>
      list.startsWith(' ') ? list === ` ${pk}` && holds(sk) : all.includes(list),
    );
  });
}

const writeSame = (one: Footprint, other: Footprint): boolean => {
  const rows = new Set(one.writes.map(({ row }) => row));
  return other.writes.some(({ row }) => rows.has(row));
};

/** @returns whether the order of two sets of calls can matter. */
export const meet = (one: Footprint, other: Footprint, before: ReadonlyMap<string, Wire>): boolean =>
  writeSame(one, other) || readsWhatWrites(one, other, before) || readsWhatWrites(other, one, before);

export const together = joined;
