/** About how many bytes a row takes on DynamoDB, with its entries in indexes. */
import type { Item } from '../../../shared/kit/table/item.ts';
import { tableShape } from '../../../shared/kit/table/keys.ts';

/** What DynamoDB adds to each row and each entry. */
const OVERHEAD = 100;

export function storedBytes(row: Item): number {
  const entries = tableShape.indexes
    .filter(({ partitionKey }) => row[partitionKey] !== undefined)
    .map(({ partitionKey, sortKey, projects }) => ['pk', 'sk', partitionKey, sortKey, ...projects]);
  return [Object.keys(row), ...entries].reduce((sum, names) => sum + OVERHEAD + bytesOf(row, names), 0);
}

const bytesOf = (row: Item, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + name.length + Buffer.byteLength(JSON.stringify(row[name]) ?? ''), 0);
