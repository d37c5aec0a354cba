/** Makes a list from its index and its records: the first snapshot, and the comparison with a later one. */
import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../declare/fields.ts';
import { fieldsIn, layoutIn, type Slim, slimOf } from '../records/rows.ts';
import { findRecords } from '../records/store.ts';
import { ownerKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
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

export async function listedInIndex(table: Table, source: RecordList): Promise<ListState> {
  const { type, ownerId } = source;
  const items = await table.query({ index: 'by-owner', partition: ownerKey(ownerId, type) });
  const changes = items.map((item): StampedChange => {
    const id = String(item['pk']).slice(type.length + 1);
    return { id, version: UNKNOWN, slim: (item['slim'] ?? {}) as Slim, stamp: '' };
  });
  return applied(emptyState, await inLayout(table, source, changes), { list: source, since: '' });
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

async function currentStates(table: Table, { resource, row }: RecordList, ids: readonly string[]) {
  const records = await findRecords({ table }, resource, ids);
  return new Map(
    records.map((record) => {
      const { id, version } = record;
      return [id, { id, version, slim: slimOf(resource, row, record) }] as const;
    }),
  );
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
