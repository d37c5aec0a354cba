/**
 * The rows of records, with all that the API keeps beside them: for catalogues too large to be made by
 * requests.
 */
import { resourceOf } from '../../shared/kit/declare/api.ts';
import type { Definitions } from '../../shared/kit/declare/definitions.ts';
import type { StoredRecord } from '../../shared/kit/declare/fields.ts';
import { apartWrites } from '../../shared/kit/records/apart.ts';
import { countersOf, countersOn, zeroCounts } from '../../shared/kit/records/counts.ts';
import { linkEntry } from '../../shared/kit/records/links.ts';
import { newRow } from '../../shared/kit/records/rows.ts';
import type { Item, Json } from '../../shared/kit/table/item.ts';
import type { Key, Link } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';

const nameOf = (type: string, id: unknown): string => `${type}#${id}`;

/** @returns the records' rows, link lists and texts kept apart, with their counts; no unique values. */
export function rowsOf(definitions: Definitions, records: readonly StoredRecord[]): (Item & Key)[] {
  const counts = countsOf(definitions, records);
  const rows = records.flatMap((record) => {
    const resource = resourceOf(definitions, record.type);
    const counted = counts.get(nameOf(record.type, record.id)) ?? {};
    const row = newRow(resource, definitions.keys[record.type] ?? {}, { record, counts: counted });
    const apart = apartWrites(resource, { before: undefined, after: record });
    return [row, ...apart.flatMap((write) => ('put' in write ? [write.put as Item & Key] : []))];
  });
  return [...rows, ...linkLists(definitions, records)];
}

function countsOf(definitions: Definitions, records: readonly StoredRecord[]) {
  const counts = new Map(
    records.map(({ type, id }) => [nameOf(type, id), zeroCounts(countersOn(definitions, type))]),
  );
  for (const { type, fields } of records) {
    for (const { name, link, relationship, holds } of countersOf(
      definitions,
      resourceOf(definitions, type),
    )) {
      const on = counts.get(nameOf(relationship.type, fields[link]));
      if (on && (holds?.(fields) ?? true)) on[name] = (on[name] ?? 0) + 1;
    }
  }
  return counts;
}

function linkLists(definitions: Definitions, records: readonly StoredRecord[]): (Item & Key)[] {
  const lists = new Map<string, Key & Record<string, Json>>();
  for (const record of records) {
    const { type, ownerId, fields } = record;
    const resource = resourceOf(definitions, type);
    const links: Readonly<Record<string, Link>> = definitions.keys[type]?.links ?? {};
    for (const [name, link] of Object.entries(links)) {
      const entry =
        link.max === undefined ? undefined : linkEntry(resource, { ownerId, type, name, link }, record);
      if (!entry) continue;
      const others = Object.entries(resource.relationships).filter(
        ([each, { many, kept }]) => each !== name && kept && !many,
      );
      const ids = Object.fromEntries(others.map(([each]) => [each, fields[each] ?? null]));
      const key = `${entry.key.pk} ${entry.key.sk}`;
      const list = lists.get(key) ?? { ...entry.key, length: 0, changes: 0 };
      const length = Number(list['length']) + 1;
      // In place: a list has up to thousands of entries.
      lists.set(
        key,
        Object.assign(list, { length, changes: length, [entry.member]: { id: record.id, ids } }),
      );
    }
  }
  return [...lists.values()];
}

const WRITERS = 8;

/** Writes rows past the API, several batches at a time. */
export async function writeRows(rows: readonly (Item & Key)[]): Promise<void> {
  const table = new Table();
  const parts = Array.from({ length: WRITERS }, (_, part) => rows.filter((_, at) => at % WRITERS === part));
  await Promise.all(parts.map((part) => table.putMany(part)));
}
