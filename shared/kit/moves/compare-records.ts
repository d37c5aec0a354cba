/** Compares lines of records with a stage before they are written. */
import type { Stored } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { plan } from '../records/changes.ts';
import { slotHolder } from '../records/links.ts';
import type { Store } from '../records/store.ts';
import { firstHolder } from '../records/unique-values.ts';
import { holds } from '../table/expressions.ts';
import { keyOf } from '../table/merge.ts';
import type { LineStatus } from './moved-file.ts';
import { isSameRecord, type RecordLine } from './record-line.ts';
import { wholeRecords } from './whole-records.ts';

interface Comparing<D extends Resource> {
  readonly resource: D;
  readonly recordOf: (line: RecordLine) => Stored<D>;
  readonly toLine: (record: Stored<D>) => RecordLine;
}

export async function compareRecords<D extends Resource>(
  store: Store,
  lines: readonly RecordLine[],
  { resource, recordOf, toLine }: Comparing<D>,
): Promise<LineStatus[]> {
  const ids = lines.map(({ id }) => id);
  const there = new Map((await wholeRecords(store.table, resource, ids)).map((each) => [each.id, each]));
  const missing = lines.flatMap((line) => (there.has(line.id) ? [] : [recordOf(line)]));
  const taken = await takenValues(store, resource, missing);
  return lines.map((line): LineStatus => {
    const record = there.get(line.id);
    const problem = taken.get(line.id);
    if (!record) return problem === undefined ? 'new' : { problem };
    const { ownerId } = record;
    if (ownerId !== line.owner)
      return { problem: `The ${resource.type} record ${line.id} exists and belongs to ${ownerId}.` };
    return isSameRecord(toLine(record), line) ? 'there' : 'differs';
  });
}

/** @returns a sentence about each record whose unique value another record has, by the record's id. */
async function takenValues(
  { api, table }: Store,
  resource: Resource,
  records: readonly Stored[],
): Promise<ReadonlyMap<string, string>> {
  const taking = records.flatMap((after) =>
    plan(api, [{ resource, after, sharing: true }]).flatMap(({ write, meaning }) =>
      meaning.is === 'taken' ? [{ write, field: meaning.field, id: after.id }] : [],
    ),
  );
  const nameOf = ({ pk, sk }: { readonly [name: string]: unknown }) => `${pk} ${sk}`;
  const keys = new Map(taking.map(({ write }) => [nameOf({ ...keyOf(write) }), keyOf(write)]));
  const rows = new Map((await table.getMany([...keys.values()], true)).map((row) => [nameOf(row), row]));
  return new Map(
    taking.flatMap(({ write, field, id }) => {
      const row = rows.get(nameOf({ ...keyOf(write) }));
      const holder = firstHolder(row) ?? slotHolder(write, row)?.id;
      if (!write.condition || holds(write.condition, row) || holder === id) return [];
      return [[id, `Its ${field} is already taken by the ${resource.type} record ${holder}.`]];
    }),
  );
}
