/** Makes a list from its index and its records: the first snapshot, and the comparison with a later one. */
import { isDeepStrictEqual } from 'node:util';
import { batchesOf } from '../../platform/batches.ts';
import type { Entry, StoredRecord } from '../declare/fields.ts';
import { fieldsIn, layoutIn, type Slim, slimOf } from '../records/rows.ts';
import { findRecords } from '../records/store.ts';
import type { Item } from '../table/item.ts';
import { ownerKey } from '../table/keys.ts';
import { Table } from '../table/table.ts';
import {
  applied,
  emptyState,
  entryWith,
  type ListState,
  type RecordList,
  type StampedChange,
} from './list-state.ts';

type Fields = Entry['fields'];

/** Entries from the index have no version, so that every change in the journal is newer. */
const UNKNOWN = 0;

const ROWS_PER_PAGE = 1000;
const AFTER_SORTS = '~';

export async function listedInIndex(table: Table, source: RecordList): Promise<ListState> {
  const changes: StampedChange[] = [];
  for await (const items of indexPages(table, source))
    for (const item of items)
      for (const { id, slim } of slimsIn(item, source))
        changes.push({ id, version: UNKNOWN, slim, stamp: '' });
  return applied(emptyState, await inLayout(table, source, changes), { list: source, since: '' });
}

/** Packed rows can be large, so that only what lists need of a page is kept. */
async function* indexPages(table: Table, { type, ownerId }: RecordList): AsyncGenerator<readonly Item[]> {
  const range = { index: 'by-owner', partition: ownerKey(ownerId, type), upTo: AFTER_SORTS } as const;
  let from = '';
  while (true) {
    const items = await table.query({ ...range, ...(from !== '' && { from }), limit: ROWS_PER_PAGE });
    yield items;
    if (items.length < ROWS_PER_PAGE) return;
    from = `${items.at(-1)?.['ownerSort']} `;
  }
}

function slimsIn(item: Item, { type, ownerId, resource, row, source }: RecordList) {
  if (source?.packed)
    return source.packed
      .inRow(item, ownerId)
      .map((record) => ({ id: record.id, slim: slimOf(resource, row, record) }));
  return [{ id: String(item['pk']).slice(type.length + 1), slim: (item['slim'] ?? {}) as Slim }];
}

/** @returns the changes in the current layout. Others are replaced by the state of their record. */
export async function inLayout(
  table: Table,
  source: RecordList,
  changes: readonly StampedChange[],
): Promise<StampedChange[]> {
  const isOutdated = ({ slim }: StampedChange) => slim !== null && layoutIn(slim) !== source.layout;
  const outdated = changes.filter(isOutdated);
  if (outdated.length === 0) return [...changes];
  const current = await currentStates(
    table,
    source,
    outdated.map(({ id }) => id),
  );
  return changes.flatMap((change) => {
    const state = current.get(change.id);
    return isOutdated(change) ? (state ? { ...state, stamp: change.stamp } : []) : change;
  });
}

async function currentStates(table: Table, list: RecordList, ids: readonly string[]) {
  const { resource, row } = list;
  const records = await recordsOf(table, list, ids);
  return new Map(
    records.map((record) => {
      const { id, version } = record;
      return [id, { id, version, slim: slimOf(resource, row, record) }] as const;
    }),
  );
}

/** How many packed records are read together. Their source limits the units, and these stay within the limit. */
const IDS_PER_SEARCH = 10;

async function recordsOf(
  table: Table,
  { resource, source }: RecordList,
  ids: readonly string[],
): Promise<readonly StoredRecord[]> {
  if (!source) return findRecords({ table }, resource, ids);
  const records: StoredRecord[] = [];
  for (const some of batchesOf(ids, IDS_PER_SEARCH))
    records.push(...(await source.find(some, { table: new Table(), now: new Date() })));
  return records;
}

/**
 * Finds entries that differ from the index. The index can be behind, so that their records decide.
 * @param after reads what has been written in the meantime, after the records.
 * @returns how the entries that are wrong must be.
 */
export async function corrections(
  table: Table,
  source: RecordList,
  { state, after }: { state: ListState; after: () => Promise<ListState> },
): Promise<StampedChange[]> {
  const doubtful = differing(state, await listedInIndex(table, source));
  if (doubtful.length === 0) return [];
  const current = await currentStates(table, source, doubtful);
  const { entries, gone } = await after();
  const deleted = new Map(gone.map(({ id, version }) => [id, version]));
  return doubtful.flatMap((id): StampedChange[] => {
    const entry = entryWith(entries, id);
    const record = current.get(id);
    const stamp = new Date().toISOString();
    if (!record) return entry ? [{ id, version: entry.revision + 1, slim: null, stamp }] : [];
    if (record.version < (entry?.revision ?? deleted.get(id) ?? 0)) return [];
    return entry && isSame(entry.fields, fieldsIn(record.slim)) ? [] : [{ ...record, stamp }];
  });
}

function differing(left: ListState, right: ListState): string[] {
  const ids = [...left.entries, ...right.entries].map(({ id }) => id);
  return [...new Set(ids)].filter((id) => {
    const [one, other] = [entryWith(left.entries, id), entryWith(right.entries, id)];
    return !one || !other || !isSame(one.fields, other.fields);
  });
}

function isSame(left: Fields, right: Fields): boolean {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isDeepStrictEqual(left[name] ?? null, right[name] ?? null));
}
