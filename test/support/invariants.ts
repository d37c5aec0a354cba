/**
 * What must hold between the rows of a table after any writes: read raw, and compared with the
 * declarations alone.
 */
import { hasFailed } from '../../shared/distribution/rules/delivery-lists.ts';
import type { Api } from '../../shared/kit/declare/api.ts';
import type { Resource } from '../../shared/kit/declare/resource.ts';
import { readDeletedId } from '../../shared/kit/records/deletion-work.ts';
import { recordOf } from '../../shared/kit/records/rows.ts';
import { uniqueValues } from '../../shared/kit/records/unique-values.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { isRecordKey, type Key, type Link } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { failureKey } from '../../shared/webhooks/keys.ts';
import type { Deliveries } from '../../shared/webhooks/rules/webhook-delivery.ts';
import { creditFaults } from './credit-invariants.ts';
import { journalFaults } from './journal-invariants.ts';
import { matchFaults } from './match-invariants.ts';

type Rows = ReadonlyMap<string, Item>;
type StoredRecord = ReturnType<typeof recordOf>;

const nameOf = ({ pk, sk }: { readonly [name: string]: unknown }) => `${pk} ${sk}`;

/** @returns all rows of the table. */
export async function allRows(): Promise<Item[]> {
  const rows: Item[] = [];
  let at: Key | undefined;
  do {
    const { items, next } = await new Table().scan(at);
    rows.push(...items);
    at = next;
  } while (at);
  return rows;
}

/** @returns the records of a type among the rows, also those that are packed into other rows. */
export function recordsAmong(rows: readonly Item[], resource: Resource): StoredRecord[] {
  const { type } = resource;
  const { packed } = definitions.sources[type as keyof typeof definitions.sources] ?? {};
  if (!packed) return rows.filter((row) => isRecordKey(row, type)).map((row) => recordOf(resource, row));
  const having = rows.filter(({ ownerKey }) => String(ownerKey).endsWith(`#${type}`));
  return having.flatMap((row) => packed.inRow(row, String(row['owner'])));
}

/** @returns a sentence for everything that does not fit together among the records of users. */
export function faultsOf(api: Pick<Api, 'resources' | 'keys'>, rows: readonly Item[]): string[] {
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  // Credits and matches have no separate rows. creditFaults and matchFaults check them.
  const resources = api.resources.filter(
    ({ owner, type }) => owner === 'user' && !Object.hasOwn(definitions.sources, type),
  );
  const records = new Map(resources.map((each) => [each.type, recordsAmong(rows, each)]));
  const holders = Map.groupBy(rows, ({ pk }) => pk);
  return [
    ...listFaults({ ...api, resources }, records, rows),
    ...countFaults({ ...api, resources }, records),
    ...resources.flatMap((each) =>
      valueFaults(api, each, { records: records.get(each.type) ?? [], holders }),
    ),
    ...strayValues(api, { resources, records }, rows),
    ...strayRows(resources, byName),
    ...failureFaults(records, byName),
    ...replacementFaults(records.get('deliveries') ?? []),
    ...creditFaults(rows),
    ...matchFaults(rows),
    ...journalFaults(api, rows, (resource) => recordsAmong(rows, resource)),
  ];
}

/** Deliveries that were given up have a row beside their endpoint. */
const failureFaults = (records: Records, byName: ReadonlyMap<string, Item>): string[] =>
  (records.get('webhook-events') ?? []).flatMap(({ id, fields }) =>
    Object.entries(fields['deliveries'] as Deliveries).flatMap(([endpointId, delivery]) => {
      if (delivery.status !== 'failed' || delivery.failedAt === undefined) return [];
      const name = nameOf({ ...failureKey(endpointId, delivery.failedAt, id) });
      return byName.has(name) ? [] : [`not listed as failed: ${name}`];
    }),
  );

/** A delivery that failed is not listed as failing once a later one was approved. */
function replacementFaults(deliveries: readonly StoredRecord[]): string[] {
  const ofStore = ({ fields }: StoredRecord) => `${fields['album']} ${fields['dsp']}`;
  const newest = new Map<string, number>();
  for (const each of deliveries)
    newest.set(ofStore(each), Math.max(Number(each.id), newest.get(ofStore(each)) ?? 0));
  return deliveries
    .filter(({ fields }) => fields['album'] !== null && hasFailed(fields))
    .filter(
      (each) => Number(each.id) < (newest.get(ofStore(each)) ?? 0) && each.fields['replaced-by'] === null,
    )
    .map(({ id }) => `not replaced by a later delivery: ${id}`);
}

type Records = ReadonlyMap<string, readonly StoredRecord[]>;

/** Link lists name the records that link, each once, with their length. */
function listFaults(api: Pick<Api, 'resources' | 'keys'>, records: Records, rows: readonly Item[]): string[] {
  const wanted = api.resources.flatMap(({ type, relationships }) =>
    Object.entries<Link>(api.keys[type]?.links ?? {}).flatMap(
      ([name, { max, by, notes = [], rareNotes = [] }]) => {
        if (max === undefined) return [];
        return (records.get(type) ?? []).flatMap(({ id, ownerId, fields }) => {
          const member =
            by === undefined
              ? id
              : by
                  .split('+')
                  .map((field) => fields[field])
                  .join('+');
          const target = `${relationships[name]?.type}#${fields[name]}`;
          const filled = rareNotes.filter((note) => String(fields[note] ?? '') !== '');
          const noted = Object.fromEntries([...notes, ...filled].map((note) => [note, fields[note]]));
          const entry = `:${member} ${id} ${notesText(noted)}`;
          return fields[name] === null ? [] : [`${target}#links#${ownerId} ${type}.${name} ${entry}`];
        });
      },
    ),
  );
  const lists = rows.filter(({ pk }) => String(pk).includes('#links#'));
  const listed = lists.flatMap((row) => {
    const list = `${row['pk']} ${String(row['sk']).split('#')[0]}`;
    return membersOf(row).map(([member, linking]) => {
      const { id, ids: _, ...notes } = linking as { id: string; ids: object };
      return `${list} ${member} ${id} ${notesText(notes)}`;
    });
  });
  const lengths = lists.filter((row) => membersOf(row).length !== row['length']);
  return [
    ...difference(wanted, listed).map((each) => `not listed: ${each}`),
    ...difference(listed, wanted).map((each) => `listed, but does not link: ${each}`),
    ...lengths.map((row) => `has the length ${row['length']}: ${nameOf(row)}`),
  ];
}

/** In any order. */
const notesText = (notes: object): string => JSON.stringify(Object.entries(notes).toSorted());

const membersOf = (row: Item) => Object.entries(row).filter(([name]) => name.startsWith(':'));

/** The items that only one of two lists has, counting repetitions. */
function difference(left: readonly string[], right: readonly string[]): string[] {
  const others = new Map<string, number>();
  for (const each of right) others.set(each, (others.get(each) ?? 0) + 1);
  return left.filter((each) => {
    const count = others.get(each) ?? 0;
    others.set(each, count - 1);
    return count <= 0;
  });
}

/** Counts are the numbers of records that link, and tallies of those for which something holds. */
function countFaults(api: Pick<Api, 'resources' | 'keys'>, records: Records): string[] {
  return api.resources.flatMap(({ type, relationships }) =>
    Object.entries(relationships).flatMap(([name, relationship]) => {
      const { max = 0, tallies = {} }: Link = api.keys[type]?.links?.[name] ?? {};
      if (!relationship.kept) return [];
      const counted = Object.entries({
        ...((relationship.counted || max > 100) && { [`${type}.${name}`]: () => true }),
        ...Object.fromEntries(
          Object.entries(tallies).map(([tally, holds]) => [`${type}.${name}.${tally}`, holds]),
        ),
      });
      return counted.flatMap(([counter, holds]) => {
        const linking = (records.get(type) ?? []).filter(({ fields }) => holds(fields));
        const links = linking.flatMap(({ fields }) => [fields[name] ?? []].flat());
        return (records.get(relationship.type) ?? []).flatMap(({ id, counts }) => {
          const is = counts?.[counter] ?? 0;
          const ought = links.filter((each) => each === id).length;
          return is === ought ? [] : [`counts ${is} of ${ought} ${counter}: ${relationship.type} ${id}`];
        });
      });
    }),
  );
}

/** Every unique value of a record has a row, held by the record or shared by it. */
function valueFaults(
  api: Pick<Api, 'keys'>,
  resource: Resource,
  { records, holders }: { records: readonly StoredRecord[]; holders: ReadonlyMap<unknown, readonly Item[]> },
): string[] {
  return records.flatMap((record) =>
    uniqueValues(resource, api.keys[resource.type] ?? {}, record).flatMap(({ key }) => {
      const times = (holders.get(key.pk) ?? []).filter(({ holder }) => holder === record.id).length;
      return times === 1 ? [] : [`holds ${key.pk} ${times} times: ${resource.type} ${record.id}`];
    }),
  );
}

/** Every row of a value belongs to a record that has the value, and the first counts the others. */
function strayValues(
  api: Pick<Api, 'keys'>,
  { resources, records }: { resources: readonly Resource[]; records: Records },
  rows: readonly Item[],
): string[] {
  const held = new Set(
    resources.flatMap((each) =>
      (records.get(each.type) ?? []).flatMap((record) =>
        uniqueValues(each, api.keys[each.type] ?? {}, record).map(({ key }) => `${key.pk} ${record.id}`),
      ),
    ),
  );
  const types = new Set(resources.map(({ type }) => type));
  const values = rows.filter(({ pk }) => {
    const [kind, type = ''] = String(pk).split('#');
    return kind === 'unique' && types.has(type);
  });
  return values.flatMap((row) => {
    const stray = held.has(`${row['pk']} ${row['holder']}`)
      ? []
      : [`held by ${row['holder']}: ${nameOf(row)}`];
    if (row['sk'] !== '#') return stray;
    const sharers = values.filter(({ pk, sk }) => pk === row['pk'] && sk !== '#').length;
    return sharers === (row['sharers'] ?? 0) ? stray : [...stray, `has ${sharers} sharers: ${nameOf(row)}`];
  });
}

/** Rows beside a record exist only with it. */
function strayRows(resources: readonly Resource[], byName: Rows): string[] {
  const types = new Set(resources.map(({ type }) => type));
  const deletions = [...byName.values()].filter(({ deletedId }) => typeof deletedId === 'string');
  const deleted = new Set(
    deletions.map(({ deletedId }) => {
      const { type, id } = readDeletedId(String(deletedId));
      return `${type}#${id}`;
    }),
  );
  return [...byName.values()].flatMap((row) => {
    const [type = '', id] = String(row['pk']).split('#');
    // These expire, as no endpoint ever gets the id of a deleted one.
    const isLeft = String(row['pk']).endsWith('#failures') && 'expires' in row;
    return isLeft || deleted.has(`${type}#${id}`) || !types.has(type) || byName.has(`${type}#${id} #`)
      ? []
      : [`without its record: ${nameOf(row)}`];
  });
}
