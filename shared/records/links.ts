/** Link lists: beside a record, a row for each bounded link that names the records which link to it. */
import type { StoredRecord } from '../api/define/fields.ts';
import type { Resource } from '../api/define/resource.ts';
import { type Condition, equal, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { type Key, type Link, linkListKey, shardOf } from '../table/keys.ts';
import type { Write } from '../table/write.ts';

/** A link list with more records than this is spread over several rows, so that a write stays small. */
const MAX_PER_ROW = 100;
const BUCKETS = 8;

/** Whether the list is spread over several rows, so that its length is kept as a count of the related record. */
export const isSpread = ({ max = 0 }: Link): boolean => max > MAX_PER_ROW;

const bucketsOf = (link: Link): number[] =>
  Array.from({ length: isSpread(link) ? BUCKETS : 1 }, (_, bucket) => bucket);

/** A record that links to another, with the other ids it links: enough to follow a to-many relationship through it. */
export interface Linking {
  readonly id: string;
  readonly ids: Readonly<Record<string, string | null>>;
}

/** Where the link lists of one relationship of a type are. */
export interface LinkPlace {
  readonly ownerId: string;
  /** The link type. */
  readonly type: string;
  /** Its to-one relationship. */
  readonly name: string;
  readonly link: Link;
}

/** @returns the keys of the rows that list what links to a record. */
export const linkListKeys = (
  { ownerId, type, name, link }: LinkPlace,
  target: { readonly type: string; readonly id: string },
): Key[] => bucketsOf(link).map((bucket) => linkListKey(ownerId, target, { type, link: name, bucket }));

const COUNTERS = ['pk', 'sk', 'length', 'changes'];

/** @returns what a row of a link list names, oldest first. */
export const linkingOf = (row: Item): Linking[] =>
  Object.entries(row)
    .filter(([name]) => !COUNTERS.includes(name))
    .map(([id, ids]) => ({ id, ids: ids as Linking['ids'] }))
    .sort((left, right) => left.id.length - right.id.length || (left.id < right.id ? -1 : 1));

/** The condition that a link list has not changed since it was read. */
export const isUnchanged = (row: Item | undefined): Condition =>
  row ? equal('changes', row['changes']) : rowMissing;

/** The changes of the link lists when a record links elsewhere, begins to link, or goes. */
export function linkWrites(
  resource: Resource,
  {
    place,
    before,
    after,
  }: { place: LinkPlace; before: StoredRecord | undefined; after: StoredRecord | undefined },
): { write: Write; isFull: boolean }[] {
  const { name, link } = place;
  const type = resource.relationships[name]?.type ?? '';
  const [left, entered] = [before?.fields[name], after?.fields[name]];
  const listOf = (target: unknown, id: string): Key | undefined => {
    const bucket = isSpread(link) ? shardOf(id, BUCKETS) : 0;
    if (typeof target !== 'string') return undefined;
    return linkListKey(place.ownerId, { type, id: target }, { type: place.type, link: name, bucket });
  };
  const writes: { write: Write; isFull: boolean }[] = [];
  const leaving = before && left !== entered ? listOf(left, before.id) : undefined;
  if (before && leaving) {
    const remove = [{ remove: [before.id] }, { add: 'length', by: -1 }, { add: 'changes', by: 1 }] as const;
    writes.push({
      write: { update: leaving, with: remove, condition: { exists: [before.id] } },
      isFull: false,
    });
  }
  const entering = after ? listOf(entered, after.id) : undefined;
  if (!after || !entering) return writes;
  const ids = otherIds(resource, name, after);
  if (left !== entered) {
    const add = [
      { set: [after.id], to: ids },
      { add: 'length', by: 1 },
      { add: 'changes', by: 1 },
    ] as const;
    const condition = isSpread(link) ? undefined : hasRoom(link);
    writes.push({ write: { update: entering, with: add, ...(condition && { condition }) }, isFull: true });
  } else if (before && JSON.stringify(otherIds(resource, name, before)) !== JSON.stringify(ids)) {
    writes.push({ write: { update: entering, with: [{ set: [after.id], to: ids }] }, isFull: false });
  }
  return writes;
}

const hasRoom = ({ max = 0 }: Link): Condition => ({
  any: [{ missing: 'length' }, { path: 'length', is: '<', value: max }],
});

function otherIds({ relationships }: Resource, name: string, { fields }: StoredRecord): Linking['ids'] {
  const others = Object.entries(relationships).filter(
    ([each, { many, kept }]) => each !== name && kept && !many,
  );
  return Object.fromEntries(others.map(([each]) => [each, (fields[each] ?? null) as string | null]));
}

/** Whether a row is a link list beside the record. */
export const isLinkListOf = ({ pk }: Item, target: { readonly type: string; readonly id: string }): boolean =>
  String(pk).startsWith(`${target.type}#${target.id}#links#`);
