/** Link lists: beside a record, a row for each bounded link that names the records which link to it. */
import type { StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { type Assignment, type Condition, equal, type Path, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { type Key, type KeyRow, type Link, linkListKey, recordKey } from '../table/keys.ts';
import { shardOf } from '../table/shards.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';

/** The name of a counted relationship in the counts of the related record. */
export const counterName = (type: string, relationship: string): string => `${type}.${relationship}`;

/** A link list with more records than this is spread over several rows, so that a write stays small. */
const MAX_PER_ROW = 100;
const BUCKETS = 8;

/** Whether the list is spread over several rows, so that its length is kept as a count of the related record. */
export const isSpread = ({ max = 0 }: Link): boolean => max > MAX_PER_ROW;

/** A record that links to another, with the other ids it links: enough to follow a to-many relationship through it. */
export type Linking = {
  readonly id: string;
  readonly ids: Readonly<Record<string, string | null>>;
  /** Its values of the fields by which the link is unique, joined by `+`; only known from a link list. */
  readonly place?: string;
};

/** Where the link lists of one relationship of a type are. */
export interface LinkPlace {
  readonly ownerId: string;
  /** The link type. */
  readonly type: string;
  /** Its to-one relationship. */
  readonly name: string;
  readonly link: Link;
}

interface Target {
  readonly type: string;
  readonly id: string;
}

/** @returns the number of rows that list what links to one record. */
export const rowsOfList = (link: Link): number => (isSpread(link) ? BUCKETS : 1);

/** @returns the keys of all rows that list what links to a record. */
export const linkListKeys = ({ ownerId, type, name, link }: LinkPlace, target: Target): Key[] =>
  Array.from({ length: rowsOfList(link) }, (_, bucket) =>
    linkListKey(ownerId, target, { type, link: name, bucket }),
  );

/** A place in a link list: the row, and the member that holds the record. */
export interface LinkEntry {
  readonly target: Target;
  readonly key: Key;
  readonly member: string;
}

/** @returns where a record is listed, or undefined when it does not link by this relationship. */
export function linkEntry(
  resource: Resource,
  { ownerId, type, name, link }: LinkPlace,
  record: StoredRecord | undefined,
): LinkEntry | undefined {
  const id = record?.fields[name];
  if (!record || typeof id !== 'string') return undefined;
  const member =
    link.by === undefined
      ? record.id
      : link.by
          .split('+')
          .map((field) => String(record.fields[field]))
          .join('+');
  const bucket = isSpread(link) ? shardOf(member, BUCKETS) : 0;
  const target = { type: resource.relationships[name]?.type ?? '', id };
  return { target, key: linkListKey(ownerId, target, { type, link: name, bucket }), member: `:${member}` };
}

/** @returns the bounded links of a record whose lists do not name it: declared after it was written. */
export async function unlistedLinks(
  table: Table,
  resource: Resource,
  { row, record }: { row: KeyRow; record: StoredRecord },
): Promise<string[]> {
  const names = Object.entries(row.links ?? {}).map(async ([name, link]) => {
    const place = { ownerId: record.ownerId, type: resource.type, name, link };
    const entry = link.max === undefined ? undefined : linkEntry(resource, place, record);
    if (!entry) return [];
    const list = await table.get(entry.key);
    return list && entry.member in list ? [] : [name];
  });
  return (await Promise.all(names)).flat();
}

/** @returns what a row of a link list names, oldest first. */
export const linkingOf = (row: Item): Linking[] =>
  Object.entries(row)
    .flatMap(([name, linking]) =>
      name.startsWith(':') ? [{ ...(linking as Linking), place: name.slice(1) }] : [],
    )
    .sort(byAge);

/** Ids grow with creation time. */
export const byAge = (left: Linking, right: Linking): number =>
  left.id.length - right.id.length || (left.id < right.id ? -1 : 1);

/** Whether a row is a link list beside the record. */
export const isLinkListOf = ({ pk }: Item, target: Target): boolean =>
  String(pk).startsWith(`${target.type}#${target.id}#links#`);

/** The condition that a link list has not changed since it was read. */
export const isUnchanged = (row: Item | undefined): Condition =>
  row ? equal('changes', row['changes']) : rowMissing;

/** What changes in the link lists of one relationship. */
export interface LinkWrites {
  readonly writes: readonly Write[];
  /** Fails when another record is in the place. */
  readonly place?: Write;
  /** Where one more is counted, and where one less. */
  readonly enters?: Room;
  readonly leaves?: Room;
}

/** The number in a row that tells how many records link to a record. */
export interface Room {
  readonly key: Key;
  readonly path: Path;
}

/** The length of a list in one row, or the count of the related record. */
const roomOf = ({ type, name, link }: LinkPlace, { key, target }: LinkEntry): Room =>
  isSpread(link)
    ? { key: recordKey(target.type, target.id), path: ['counts', counterName(type, name)] }
    : { key, path: 'length' };

/** The changes of a link list when a record begins to link, links elsewhere, or is deleted. */
export function linkWrites(
  resource: Resource,
  {
    place,
    before,
    after,
  }: { place: LinkPlace; before: StoredRecord | undefined; after: StoredRecord | undefined },
): LinkWrites {
  const left = linkEntry(resource, place, before);
  const entered = linkEntry(resource, place, after);
  const linking = after && { id: after.id, ids: otherIds(resource, place.name, after) };
  if (entered && left && nameOf(entered) === nameOf(left)) {
    const isSame = before && sameJson(otherIds(resource, place.name, before), linking?.ids);
    return {
      writes: isSame ? [] : [{ update: entered.key, with: [{ set: [entered.member], to: linking }] }],
    };
  }
  const removal =
    left &&
    changing(left.key, [{ remove: [left.member] }, { add: 'length', by: -1 }], { exists: [left.member] });
  const addition =
    entered &&
    changing(entered.key, [
      { set: [entered.member], to: linking },
      { add: 'length', by: 1 },
    ]);
  return {
    writes: [removal, addition].filter((write) => write !== undefined),
    ...(entered && {
      place: { check: entered.key, condition: { missing: [entered.member] } },
      enters: roomOf(place, entered),
    }),
    ...(left && { leaves: roomOf(place, left) }),
  };
}

const nameOf = ({ key, member }: LinkEntry): string => `${key.pk} ${key.sk} ${member}`;
const sameJson = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

const changing = (key: Key, assignments: readonly Assignment[], condition?: Condition): Write => ({
  update: key,
  with: [...assignments, { add: 'changes', by: 1 }],
  ...(condition && { condition }),
});

function otherIds({ relationships }: Resource, name: string, { fields }: StoredRecord): Linking['ids'] {
  const others = Object.entries(relationships).filter(
    ([each, { many, kept }]) => each !== name && kept && !many,
  );
  return Object.fromEntries(others.map(([each]) => [each, (fields[each] ?? null) as string | null]));
}

/** @returns the record in the place that a write wanted, from the row whose condition failed. */
export function placeHolder({ condition }: Write, row: Item | undefined): string | undefined {
  const member = condition && 'missing' in condition ? [condition.missing].flat()[0] : undefined;
  const linking = member?.startsWith(':') ? row?.[member] : undefined;
  return linking === undefined ? undefined : (linking as Linking).id;
}
