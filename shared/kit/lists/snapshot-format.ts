/** The stored form of a list: columns, which compress to a tenth, and positions in each order. */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Json } from '../table/item.ts';
import { type List, type Listed, type ListState, listedEntry } from './list-state.ts';

interface Columns {
  /** Each as the difference to the one before. */
  readonly ids: readonly number[];
  readonly revisions: readonly number[];
  readonly fields: Readonly<Record<string, readonly (Json | undefined)[]>>;
  /** Positions by field, each as the difference to the one before. */
  readonly orders: Readonly<Record<string, readonly number[]>>;
  readonly gone: ListState['gone'];
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export function encoded({ entries, gone, orders }: ListState): Promise<Buffer> {
  const names = new Set(entries.flatMap(({ fields }) => Object.keys(fields)));
  const positions = new Map(entries.map((entry, position) => [entry, position]));
  const columns: Columns = {
    ids: differences(entries.map(({ id }) => Number(id))),
    revisions: entries.map(({ revision }) => revision),
    fields: Object.fromEntries(
      Array.from(names, (name) => [name, entries.map(({ fields }) => fields[name])]),
    ),
    orders: Object.fromEntries(
      Array.from(orders, ([field, order]) => [
        field,
        differences(order.map((each) => positions.get(each) ?? 0)),
      ]),
    ),
    gone,
  };
  return compress(JSON.stringify(columns));
}

/** @returns the state, and about how many bytes an entry takes. @throws if it is not a snapshot. */
export async function decoded(
  list: Pick<List, 'type' | 'ownerId'>,
  content: Uint8Array,
): Promise<{ state: ListState; bytesPerEntry: number }> {
  const text = (await decompress(content)).toString();
  // Written by `encoded` with the same layout.
  const { ids, revisions, fields, orders, gone } = JSON.parse(text) as Columns;
  const columns = Object.entries(fields);
  const entries = sums(ids).map((id, at): Listed => {
    const values: Record<string, Json> = {};
    for (const [name, column] of columns) values[name] = column[at] ?? null;
    return listedEntry(list, { id: String(id), version: revisions[at] ?? 0, fields: values });
  });
  const inOrder = (positions: readonly number[]) => sums(positions).flatMap((at) => entries[at] ?? []);
  const state = {
    entries,
    gone,
    orders: new Map(Object.entries(orders).map(([field, positions]) => [field, inOrder(positions)])),
  };
  return { state, bytesPerEntry: BYTES_PER_ENTRY + text.length / Math.max(1, entries.length) };
}

/** Besides its text. */
const BYTES_PER_ENTRY = 250;

const differences = (numbers: readonly number[]): number[] =>
  numbers.map((each, at) => each - (numbers[at - 1] ?? 0));

function sums(numbers: readonly number[]): number[] {
  let sum = 0;
  return numbers.map((each) => {
    sum += each;
    return sum;
  });
}
