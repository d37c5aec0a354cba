/** Reads entries of an index, and completes those of an older layout from their records. */
import type { Entry } from '../declare/fields.ts';
import { entryOf, isOutdated, recordOf } from '../records/rows.ts';
import { readable } from '../table/damaged-rows.ts';
import { type KeyRow, linkIndexOf, recordKey, tableShape } from '../table/keys.ts';
import { LEAST_UNITS } from '../table/meter.ts';
import type { Query } from '../table/query.ts';
import type { Table } from '../table/table.ts';
import type { RecordList } from './list-state.ts';

/** A part of the owner's index or, with `link`, of the index of the unbounded link. */
export interface IndexRange extends Pick<Query, 'partition' | 'limit' | 'from' | 'upTo'> {
  readonly link?: string;
  /** Called with the units that the next calls can take. Its error ends the reading. */
  readonly affords?: (units: number) => void;
}

export interface IndexPage {
  readonly entries: readonly Entry[];
  /** Where the rest of the index begins, if there can be more entries than the limit. */
  readonly next: string | undefined;
}

const [OWNER_INDEX] = tableShape.indexes;

/** A call reads at most 1 MB. */
const UNITS_PER_CALL = 128;

export async function indexPage(
  table: Table,
  list: Omit<RecordList, 'layout'>,
  { link, affords, ...range }: IndexRange,
): Promise<IndexPage> {
  const { resource, row, ownerId, source } = list;
  const { name: index, sortKey } = indexOf(row, link);
  const between = affords && (() => affords(UNITS_PER_CALL));
  const items = await table.query({ index, ...range, ...(between && { between }) });
  const isFull = items.length >= (range.limit ?? Number.POSITIVE_INFINITY);
  const next = isFull ? `${items.at(-1)?.[sortKey]} ` : undefined;
  if (source?.packed)
    return {
      entries: readable(table, items, (item) => source.packed?.inRow(item, ownerId) ?? []).flat(),
      next,
    };
  const read = readable(table, items, (item) => ({
    entry: entryOf(resource, { item, ownerId }),
    isOld: isOutdated(resource, row, item),
  }));
  const entries = read.map(({ entry }) => entry);
  const outdated = new Set(read.flatMap(({ entry, isOld }) => (isOld ? entry.id : [])));
  if (outdated.size === 0) return { entries, next };
  // Filters and sorts need fields that these entries lack.
  affords?.(outdated.size * LEAST_UNITS);
  const rows = await table.getMany(Array.from(outdated, (id) => recordKey(resource.type, id)));
  const records = new Map<string, Entry>(
    readable(table, rows, (item) => recordOf(resource, item)).map((record) => [record.id, record]),
  );
  const current = entries.flatMap((entry) =>
    outdated.has(entry.id) ? (records.get(entry.id) ?? []) : entry,
  );
  return { entries: current, next };
}

const indexOf = (row: KeyRow, link: string | undefined) =>
  link === undefined ? OWNER_INDEX : linkIndexOf(row, link);
