/** Converts records to table rows and back, and reads their index entries. */
import type { Declared, Entry, Fields, Stored, StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { CAUSE_ATTRIBUTE } from '../table/causes.ts';
import { type Assignment, type Condition, equal } from '../table/expressions.ts';
import type { Item, Json } from '../table/item.ts';
import {
  isRecordKey,
  type Key,
  type KeyRow,
  linkIndexesOf,
  linkKey,
  ownerKey,
  type RecordKey,
  recordKey,
  sortableId,
} from '../table/keys.ts';
import { listKeyOf, lookupIndexOf, lookupSort, placeOf } from '../table/lookup-keys.ts';
import { UnreadableRow } from '../table/unreadable-row.ts';
import { apartNames, isInline, namesApart, weightsApart } from './apart.ts';
import { countIn } from './counts.ts';
import { indexedFields, isKept, LAYOUT, lacksOfLayout, layoutOf } from './layout.ts';
import { relatedType } from './links.ts';
import { misshapen } from './stored-shape.ts';

const isOmitted = ({ attributes }: Declared, name: string, value: Json): boolean =>
  attributes[name]?.sparse === true && value === attributes[name].initial;

/** @returns the path of a field in its row, for updates and conditions. */
export const pathOf = <D extends Resource>(
  resource: D,
  row: KeyRow,
  field: Extract<keyof Fields<D>, string>,
): readonly [string, string] => [indexedFields(resource, row).has(field) ? 'slim' : 'rest', field];

/** The indexed fields of a record, with their layout, as in index entries and the journal. */
export type Slim = Readonly<Record<string, Json>>;

export function slimOf(resource: Resource, row: KeyRow, { fields }: Pick<StoredRecord, 'fields'>): Slim {
  const indexed = indexedFields(resource, row);
  const entries = Object.entries(fields).filter(([name]) => indexed.has(name) && isKept(resource, name));
  return { [LAYOUT]: layoutOf(resource, row), ...Object.fromEntries(entries) };
}

/** Whether only a later version declares a field. During a deployment, both versions write the same records. */
const isOfLaterVersion = ({ attributes, relationships }: Declared, name: string): boolean =>
  !(name in attributes) && !(name in relationships);

/** Whether a field is stored beside the indexed ones, like all those of later versions. */
function isInRest(
  resource: Resource,
  indexed: ReadonlySet<string>,
  { name, value }: { readonly name: string; readonly value: Json },
): boolean {
  if (isOfLaterVersion(resource, name)) return true;
  return isKept(resource, name) ? !indexed.has(name) : isInline(resource, name, value);
}

/** @returns the attributes of the row without its key. A write removes undefined ones. */
function attributesOf(
  resource: Resource,
  row: KeyRow,
  record: StoredRecord,
): Record<string, Json | undefined> {
  const indexed = indexedFields(resource, row);
  const slim = slimOf(resource, row, record);
  const rest: Record<string, Json> = {};
  for (const [name, value] of Object.entries(record.fields)) {
    if (isOmitted(resource, name, value)) continue;
    if (isInRest(resource, indexed, { name, value })) rest[name] = value;
  }
  const { type, id, ownerId, version, fields } = record;
  const sort = row.sortedBy ? `${String(fields[row.sortedBy])}#${id}` : sortableId(id);
  const links = linkIndexesOf(row).flatMap(({ link, partitionKey, sortKey }) => {
    const target = fields[link];
    const key =
      typeof target === 'string'
        ? linkKey(ownerId, type, { type: relatedType(resource, link), id: target })
        : undefined;
    return [
      [partitionKey, key],
      [sortKey, key && sort],
    ] as const;
  });
  return {
    owner: ownerId,
    version,
    slim,
    rest,
    ownerKey: ownerKey(ownerId, type),
    ownerSort: sort,
    ...Object.fromEntries(links),
    ...lookupAttributes(row, record),
    // Other writes mark the row, so writing the record must not change the mark.
    ...(row.causes !== 'marked' && { [CAUSE_ATTRIBUTE]: row.causes && type }),
    ...(apartNames(resource).length > 0 && apartAttributes(resource, record)),
  };
}

function apartAttributes(resource: Resource, record: StoredRecord) {
  const { apart = [], weights: before = {} } = record;
  const later = apart.filter((name) => isOfLaterVersion(resource, name));
  const kept = Object.entries(before).filter(([name]) => later.includes(name));
  const weights = { ...Object.fromEntries(kept), ...weightsApart(resource, record) };
  return {
    apart: [...namesApart(resource, record), ...later],
    weights: Object.keys(weights).length > 0 ? weights : undefined,
  };
}

/** The key of a record in the lookup index, which finds or lists records of all owners. */
function lookupAttributes(row: KeyRow, { type, id, ownerId, fields }: StoredRecord) {
  const index = lookupIndexOf(row);
  if (!index) return {};
  if (row.listed) {
    const list = row.listed.listOf(fields);
    const partition = list === undefined ? undefined : listKeyOf(type, list, id);
    return { [index.partitionKey]: partition, [index.sortKey]: partition && sortableId(id) };
  }
  const list = row.foundBy?.listOf(fields);
  const value = row.foundBy && fields[row.foundBy.field];
  const place = list === undefined ? undefined : placeOf(type, row, { value, list });
  const sort = place && lookupSort(place, ownerId, id);
  return { [index.partitionKey]: place?.partition, [index.sortKey]: sort };
}

/**
 * @param counts zero for each counter on the record. The row always has the map, so that a declaration can
 * get its first counter later.
 * @param isSilent whether the row causes no event before its next change.
 */
export function newRow(
  resource: Resource,
  row: KeyRow,
  {
    record,
    counts,
    isSilent = false,
  }: { record: StoredRecord; counts: Readonly<Record<string, number>>; isSilent?: boolean },
): Item & RecordKey {
  const attributes = Object.entries(attributesOf(resource, row, record)).filter(
    ([name, value]) => value !== undefined && !(isSilent && name === CAUSE_ATTRIBUTE),
  );
  return {
    ...(Object.fromEntries(attributes) as Item),
    counts,
    ...recordKey(record.type, record.id),
  };
}

/** Updates an existing row, except for its counts, which other records update. */
export const rowChanges = (resource: Resource, row: KeyRow, record: StoredRecord): Assignment[] =>
  Object.entries(attributesOf(resource, row, record)).map(([name, value]) =>
    value === undefined ? { remove: name } : { set: name, to: value },
  );

/**
 * Fields that were declared after the row was written have their initial value.
 * @throws UnreadableRow if no version of the service writes such a row.
 * @throws Error if the row is not a record, which is a bug.
 */
export function recordOf<D extends Resource>(resource: D, item: Item): Stored<D> {
  if (!isRecordKey(item, resource.type))
    throw new Error(`The row ${String(item['pk'])} is not a record of ${resource.type}.`);
  const missing = ['owner', 'version', 'rest'].find((member) => item[member] === undefined);
  if (missing !== undefined) throw lacks(item, missing);
  checkSlim(resource, item);
  const counts = countsOf(item);
  const fields = { ...initialFields(resource), ...fieldsOf(item), ...countFields(resource, counts) };
  checkValues(resource, item, fields);
  const id = idOf(resource, item);
  const apart = item['apart'] as readonly string[] | undefined;
  const weights = item['weights'] as Readonly<Record<string, number>> | undefined;
  const ownerId = String(item['owner']);
  const layout = layoutOfRow(item);
  const record: StoredRecord = {
    type: resource.type,
    id,
    ownerId,
    version: Number(item['version']),
    fields,
    counts,
    ...(apart && { apart }),
    ...(weights && { weights }),
    ...(layout !== undefined && { layout }),
  };
  // The row was written from a record of this declaration, so the fields have the declared types.
  return record as Stored<D>;
}

const keyIn = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** The error for a row that lacks what all of its kind have. */
export const lacks = (item: Item, member: string): UnreadableRow =>
  new UnreadableRow(keyIn(item), `It lacks ${member}.`);

/** @param item a row or an index entry. */
function checkSlim(resource: Resource, item: Item): void {
  const { slim, counts } = item;
  if (typeof slim !== 'object' || slim === null) throw lacks(item, 'slim');
  if (typeof counts !== 'object' || counts === null) throw lacks(item, 'counts');
  const layout = layoutOfRow(item);
  if (!layout) throw lacks(item, 'its layout');
  const missing = lacksOfLayout(resource, layout, slim);
  if (missing !== undefined) throw lacks(item, missing);
}

function checkValues(resource: Resource, item: Item, fields: Readonly<Record<string, unknown>>): void {
  const wrong = misshapen(resource, fields);
  if (wrong === undefined) return;
  if (!(wrong in fieldsOf(item))) throw lacks(item, wrong);
  throw unknownValue(item, wrong);
}

/** The error for a row with a value that this version of the service never writes. */
export const unknownValue = (item: Item, field: string): UnreadableRow =>
  new UnreadableRow(keyIn(item), `This version of the service does not know its value of ${field}.`);

/**
 * Reads an index entry. Entries of an older layout can lack fields (see `isOutdated`).
 * @throws UnreadableRow like `recordOf`.
 */
export function entryOf(resource: Resource, { item, ownerId }: { item: Item; ownerId: string }): Entry {
  checkSlim(resource, item);
  const counts = countsOf(item);
  const fields = { ...fieldsOf(item), ...countFields(resource, counts) };
  checkValues(resource, item, fields);
  return { type: resource.type, id: idOf(resource, item), ownerId, fields, counts };
}

/** @returns whether a row or entry has another layout than the current one. */
export const isOutdated = (resource: Resource, row: KeyRow, item: Item): boolean =>
  layoutOfRow(item) !== layoutOf(resource, row);

/** Checks that a row has the current layout, so that `pathOf` is correct. */
export const isOfLayout = (resource: Resource, row: KeyRow): Condition =>
  equal(['slim', LAYOUT], layoutOf(resource, row));

export const layoutIn = (slim: Slim): Json | undefined => slim[LAYOUT];

export function fieldsIn({ [LAYOUT]: _, ...fields }: Slim): Entry['fields'] {
  return fields;
}

function layoutOfRow(item: Item): string | undefined {
  const layout = (item['slim'] as Slim | undefined)?.[LAYOUT];
  return typeof layout === 'string' ? layout : undefined;
}

const idOf = ({ type }: Resource, item: Item): string => String(item['pk']).slice(type.length + 1);

function fieldsOf(item: Item): Record<string, Json> {
  const { [LAYOUT]: _, ...slim } = { ...(item['slim'] as object) } as Record<string, Json>;
  return { ...slim, ...(item['rest'] as Record<string, Json> | undefined) };
}

const countsOf = (item: Item): Readonly<Record<string, number>> =>
  (item['counts'] ?? {}) as Record<string, number>;

/** Cached per declaration, like the layout, because lists ask for every entry. */
const counted = new WeakMap<Resource, readonly (readonly [name: string, countOf: string])[]>();
const initial = new WeakMap<Resource, Readonly<Record<string, Json>>>();

function countFields(resource: Resource, counts: Readonly<Record<string, number>>): Record<string, Json> {
  const counters =
    counted.get(resource) ??
    Object.entries(resource.attributes).flatMap(([name, { countOf }]) =>
      countOf === null ? [] : [[name, countOf] as const],
    );
  counted.set(resource, counters);
  const fields: Record<string, Json> = {};
  for (const [name, countOf] of counters) fields[name] = countIn({ counts }, countOf);
  return fields;
}

export function initialFields(resource: Resource): Readonly<Record<string, Json>> {
  const fields = initial.get(resource) ?? newInitialFields(resource);
  initial.set(resource, fields);
  return fields;
}

function newInitialFields({ attributes, relationships }: Resource): Readonly<Record<string, Json>> {
  const fields: Record<string, Json> = {};
  for (const [name, { initial, kept }] of Object.entries(attributes))
    if (kept) fields[name] = initial as Json;
  for (const [name, { kept, many }] of Object.entries(relationships))
    if (kept) fields[name] = many ? [] : null;
  return fields;
}
