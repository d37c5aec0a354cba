/** Records of resources as rows of the table, and their entries in its indexes. */
import { createHash } from 'node:crypto';
import type { Declared, Entry, Fields, Stored, StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { type Assignment, type Condition, equal } from '../table/expressions.ts';
import type { Item, Json } from '../table/item.ts';
import {
  isRecordKey,
  type Key,
  type KeyRow,
  linkIndexesOf,
  linkKey,
  ownerKey,
  recordKey,
  sortableId,
} from '../table/keys.ts';
import { lookupIndexOf, lookupKey, lookupPlace } from '../table/lookup-keys.ts';
import { apartNames, isInline, namesApart, weightsApart } from './apart.ts';

/** The member of `slim` that holds the layout of an entry: no field can have this name. */
const LAYOUT = '~';

interface Layout {
  readonly row: KeyRow;
  readonly indexed: ReadonlySet<string>;
  readonly id: string;
}

/** Worked out once for each declaration: every entry of every list is compared with it. */
const layouts = new WeakMap<Resource, Layout>();

function layout(resource: Resource, row: KeyRow): Layout {
  const known = layouts.get(resource);
  if (known?.row === row) return known;
  const indexed = fieldsToIndex(resource, row);
  const made = { row, indexed, id: layoutId(indexed, row) };
  layouts.set(resource, made);
  return made;
}

/**
 * The fields an index entry carries: those that filters and sorts look at, or all that are ever shown.
 * @internal For the test of the frozen layout.
 */
export const indexedFields = (resource: Resource, row: KeyRow): ReadonlySet<string> =>
  layout(resource, row).indexed;

function fieldsToIndex(resource: Resource, row: KeyRow): ReadonlySet<string> {
  const asked = [
    ...Object.values(resource.filters).flatMap(({ field, from }) =>
      from === 'index' || from === 'links' ? [field] : [],
    ),
    ...resource.sorts,
    ...(row.links ? toOneFields(resource) : []),
    ...(resource.listedBy ? [resource.listedBy] : []),
    ...(row.indexed ?? []),
  ];
  const shown = Object.entries(resource.attributes).flatMap(([name, { readable }]) =>
    readable === 'always' ? [name] : [],
  );
  const covered = row.covering ? [...shown, ...Object.keys(resource.relationships)] : [];
  return new Set([...asked, ...covered].filter((name) => isKept(resource, name)));
}

/** A record found by one of its links leads on by the others. */
const toOneFields = ({ relationships }: Resource): string[] =>
  Object.entries(relationships).flatMap(([name, { many }]) => (many ? [] : [name]));

const isKept = ({ attributes, relationships }: Declared, name: string): boolean =>
  (attributes[name] ?? relationships[name])?.kept === true;

/**
 * Names the set of fields that entries of a type carry. An entry of another layout was written before the declaration
 * changed: it is completed from its record when it is listed, and rewritten with the next write or by `reindex`.
 */
export const layoutOf = (resource: Resource, row: KeyRow): string => layout(resource, row).id;

function layoutId(indexed: ReadonlySet<string>, row: KeyRow): string {
  const names = [...indexed].sort().join();
  const links = Object.keys(row.links ?? {}).join();
  const found = row.foundBy ? `;${row.foundBy.field}:${row.foundBy.lists.join()}` : '';
  return digest(`${names};${links}${found}`).slice(0, 6);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Where a field is in its row: for updates and conditions of single fields. */
export const pathOf = <D extends Resource>(
  resource: D,
  row: KeyRow,
  field: Extract<keyof Fields<D>, string>,
): readonly [string, string] => [indexedFields(resource, row).has(field) ? 'slim' : 'rest', field];

/** Attributes of the row beside its key: what a write sets, and what it removes because it no longer has a value. */
function attributesOf(
  resource: Resource,
  row: KeyRow,
  record: StoredRecord,
): Record<string, Json | undefined> {
  const indexed = indexedFields(resource, row);
  const slim: Record<string, Json> = { [LAYOUT]: layoutOf(resource, row) };
  const rest: Record<string, Json> = {};
  for (const [name, value] of Object.entries(record.fields)) {
    if (isKept(resource, name)) (indexed.has(name) ? slim : rest)[name] = value;
    else if (isInline(resource, name, value)) rest[name] = value;
  }
  const { type, id, ownerId, version, fields } = record;
  const place = row.sortedBy ? `${String(fields[row.sortedBy])}#${id}` : sortableId(id);
  const links = linkIndexesOf(row).flatMap(({ link, partitionKey, sortKey }) => {
    const target = fields[link];
    const targetType = resource.relationships[link]?.type ?? '';
    const key =
      typeof target === 'string' ? linkKey(ownerId, type, { type: targetType, id: target }) : undefined;
    return [
      [partitionKey, key],
      [sortKey, key && place],
    ] as const;
  });
  return {
    owner: ownerId,
    version,
    slim,
    rest,
    ownerKey: ownerKey(ownerId, type),
    ownerSort: place,
    ...Object.fromEntries(links),
    ...lookupAttributes(row, record),
    causes: row.causes === 'always' ? type : undefined,
    ...(apartNames(resource).length > 0 && apartAttributes(resource, record)),
  };
}

function apartAttributes(resource: Resource, record: StoredRecord) {
  const weights = weightsApart(resource, record);
  return {
    apart: namesApart(resource, record),
    weights: Object.keys(weights).length > 0 ? weights : undefined,
  };
}

/** The place of a record in the index by which records of all owners are found. */
function lookupAttributes(row: KeyRow, { type, id, ownerId, fields }: StoredRecord) {
  const index = lookupIndexOf(row);
  if (!index) return {};
  const list = row.foundBy?.listOf(fields);
  const value = fields[row.foundBy?.field ?? ''];
  const partition = list === undefined ? undefined : lookupPartition({ type, row, list }, value);
  return { [index.partitionKey]: partition, [index.sortKey]: partition && lookupPlace(ownerId, id) };
}

/**
 * @returns the partition of the lookup index that holds the records of a list with a value, oldest first for each owner;
 * undefined for a value by which nothing is found. Values can be longer than keys may be.
 */
export function lookupPartition(
  { type, row: { foundBy }, list }: { type: string; row: KeyRow; list: string },
  value: unknown,
): string | undefined {
  const form = foundBy && typeof value === 'string' ? foundBy.form(value) : '';
  return form === '' ? undefined : lookupKey(type, list, digest(form));
}

/** The row of a new record. @param counts zero for each count that others will keep on it. */
export function newRow(
  resource: Resource,
  row: KeyRow,
  { record, counts }: { record: StoredRecord; counts: Readonly<Record<string, number>> },
): Item & Key {
  const attributes = Object.entries(attributesOf(resource, row, record)).filter(
    ([, value]) => value !== undefined,
  );
  return {
    ...(Object.fromEntries(attributes) as Item),
    ...(Object.keys(counts).length > 0 && { counts }),
    ...recordKey(record.type, record.id),
  };
}

/** What changes in the row of a record that is saved again. Counts stay: others keep them. */
export const rowChanges = (resource: Resource, row: KeyRow, record: StoredRecord): Assignment[] =>
  Object.entries(attributesOf(resource, row, record)).map(([name, value]) =>
    value === undefined ? { remove: name } : { set: name, to: value },
  );

/**
 * A row as a record. Fields that were declared after it was written have their initial value.
 * @throws Error for a row that is not a record: a fault of the program.
 */
export function recordOf<D extends Resource>(resource: D, item: Item): Stored<D> {
  if (!isRecordKey(item, resource.type))
    throw new Error(`The row ${String(item['pk'])} is not a record of ${resource.type}.`);
  const counts = countsOf(item);
  const fields = { ...initialFields(resource), ...fieldsOf(item), ...countFields(resource, counts) };
  const id = idOf(resource, item);
  const apart = item['apart'] as readonly string[] | undefined;
  const weights = item['weights'] as Readonly<Record<string, number>> | undefined;
  const ownerId = String(item['owner']);
  const record: StoredRecord = {
    type: resource.type,
    id,
    ownerId,
    version: Number(item['version']),
    fields,
    counts,
    ...(apart && { apart }),
    ...(weights && { weights }),
    layout: layoutOfRow(item),
  };
  // The row was written from a record of this declaration: this is where its fields get their types back.
  return record as Stored<D>;
}

/** An entry of an index. One of an older layout can lack fields: see `isOutdated`. */
export function entryOf(resource: Resource, { item, ownerId }: { item: Item; ownerId: string }): Entry {
  const counts = countsOf(item);
  const fields = { ...fieldsOf(item), ...countFields(resource, counts) };
  return { type: resource.type, id: idOf(resource, item), ownerId, fields, counts };
}

/** Whether a row, or an entry, was written under another layout than today's. */
export const isOutdated = (resource: Resource, row: KeyRow, item: Item): boolean =>
  layoutOfRow(item) !== layoutOf(resource, row);

/** The condition that a row has the layout of today, so that its fields are where `pathOf` says. */
export const isOfLayout = (resource: Resource, row: KeyRow): Condition =>
  equal(['slim', LAYOUT], layoutOf(resource, row));

/** The first rows name no layout. */
const layoutOfRow = (item: Item): string =>
  String((item['slim'] as Readonly<Record<string, Json>> | undefined)?.[LAYOUT] ?? '');

const idOf = ({ type }: Resource, item: Item): string => String(item['pk']).slice(type.length + 1);

function fieldsOf(item: Item): Record<string, Json> {
  const { [LAYOUT]: _, ...slim } = { ...(item['slim'] as object) } as Record<string, Json>;
  return { ...slim, ...(item['rest'] as Record<string, Json> | undefined) };
}

const countsOf = (item: Item): Readonly<Record<string, number>> =>
  (item['counts'] ?? {}) as Record<string, number>;

function countFields(
  { attributes }: Resource,
  counts: Readonly<Record<string, number>>,
): Record<string, Json> {
  const counted = Object.entries(attributes).filter(([, { countOf }]) => countOf !== null);
  return Object.fromEntries(counted.map(([name, { countOf }]) => [name, counts[countOf ?? ''] ?? 0]));
}

/** The fields of a record that was created with nothing sent. */
export function initialFields({ attributes, relationships }: Resource): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const [name, { initial, kept }] of Object.entries(attributes))
    if (kept) fields[name] = initial as Json;
  for (const [name, { kept, many }] of Object.entries(relationships))
    if (kept) fields[name] = many ? [] : null;
  return fields;
}
