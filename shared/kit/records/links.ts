/** Link lists. For each bounded link, a row beside a record lists the records that link to it. */

import type { StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { type Assignment, type Condition, equal, type Path, rowMissing } from '../table/expressions.ts';
import type { Item, Json } from '../table/item.ts';
import { type Key, type KeyRow, type Link, linkListKey, recordKey } from '../table/keys.ts';
import { shardOf } from '../table/shards.ts';
import type { Table } from '../table/table.ts';
import { readRow } from '../table/unreadable-row.ts';
import type { Write } from '../table/write.ts';
import { required } from '../values/required.ts';

/** Name of the count in the related record. */
export const counterName = (type: string, relationship: string): string => `${type}.${relationship}`;

/** Longer link lists are spread over several rows, so that writes stay small. */
const MAX_PER_ROW = 100;
const BUCKETS = 8;

/** Whether the list is spread over several rows. The related record then stores its length. */
export const isSpread = ({ max = 0 }: Link): boolean => max > MAX_PER_ROW;

/** An entry of a link list, with the other ids that the linking record links to. */
export type Linking = {
  readonly id: string;
  readonly ids: Readonly<Record<string, string | null>>;
  /** The fields that the link notes. Only set if read from a link list; older entries lack some. */
  readonly notes?: Readonly<Record<string, Json>>;
  /** The values that make the link unique, joined by `+`. Only set if read from a link list. */
  readonly slot?: string;
};

/** Identifies the link lists of a relationship. */
export interface LinkLists {
  readonly ownerId: string;
  /** The link type. */
  readonly type: string;
  /** The to-one relationship of the link type. */
  readonly name: string;
  readonly link: Link;
}

interface Target {
  readonly type: string;
  readonly id: string;
}

/** @returns the type to which a link leads. @param name the relationship of the link. */
export const relatedType = ({ relationships }: Pick<Resource, 'relationships'>, name: string): string =>
  required(relationships[name], 'A link has a relationship.').type;

export const rowsOfList = (link: Link): number => (isSpread(link) ? BUCKETS : 1);

export const linkListKeys = ({ ownerId, type, name, link }: LinkLists, target: Target): Key[] =>
  Array.from({ length: rowsOfList(link) }, (_, bucket) =>
    linkListKey(ownerId, target, { type, link: name, bucket }),
  );

/** The row and the member in which a link list stores a record. */
export interface LinkEntry {
  readonly target: Target;
  readonly key: Key;
  readonly member: string;
}

/** @returns where a record is listed, or undefined if the relationship is empty. */
export function linkEntry(
  resource: Resource,
  { ownerId, type, name, link }: LinkLists,
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
  const target = { type: relatedType(resource, name), id };
  return { target, key: linkListKey(ownerId, target, { type, link: name, bucket }), member: `:${member}` };
}

/** @returns the bounded links whose lists lack the record because they were declared after it was written. */
export async function unlistedLinks(
  table: Table,
  resource: Resource,
  { row, record }: { row: KeyRow; record: StoredRecord },
): Promise<string[]> {
  const names = Object.entries(row.links ?? {}).map(async ([name, link]) => {
    const lists = { ownerId: record.ownerId, type: resource.type, name, link };
    const entry = link.max === undefined ? undefined : linkEntry(resource, lists, record);
    if (!entry) return [];
    const list = await table.get(entry.key);
    return list && entry.member in list ? [] : [name];
  });
  return (await Promise.all(names)).flat();
}

/** @returns the entries in a row of a link list, oldest first. @throws UnreadableRow */
export const linkingOf = (row: Item): Linking[] =>
  readRow(row, () =>
    Object.entries(row)
      .flatMap(([name, entry]) => {
        if (!name.startsWith(':')) return [];
        const { id, ids, ...notes } = entry as Pick<Linking, 'id' | 'ids'>;
        if (typeof id !== 'string' || typeof ids !== 'object') throw new Error(`${name} is not a link.`);
        return [{ id, ids, notes, slot: name.slice(1) }];
      })
      .sort(byAge),
  );

/** Ids grow with creation time. */
export const byAge = (left: Linking, right: Linking): number =>
  left.id.length - right.id.length || (left.id < right.id ? -1 : 1);

export const isLinkListOf = ({ pk }: Item, target: Target): boolean =>
  String(pk).startsWith(`${target.type}#${target.id}#links#`);

/** Checks that a link list has not changed since it was read. */
export const isUnchanged = (row: Item | undefined): Condition =>
  row ? equal('changes', row['changes']) : rowMissing;

export interface LinkWrites {
  readonly writes: readonly Write[];
  /** Fails if another record has the slot. */
  readonly slot?: Write;
  /** The counts to increment and decrement. */
  readonly enters?: Room;
  readonly leaves?: Room;
}

/** Where the number of linking records is stored. */
export interface Room {
  readonly key: Key;
  readonly path: Path;
}

const roomOf = ({ type, name, link }: LinkLists, { key, target }: LinkEntry): Room =>
  isSpread(link)
    ? { key: recordKey(target.type, target.id), path: ['counts', counterName(type, name)] }
    : { key, path: 'length' };

interface LinkChange {
  readonly lists: LinkLists;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

/** @returns the name of the slot that the record leaves, and of the one that it enters, unless it keeps its slot. */
export function slotsOf(resource: Resource, { lists, before, after }: LinkChange) {
  const left = linkEntry(resource, lists, before);
  const entered = linkEntry(resource, lists, after);
  const isKept = left && entered && slotName(left) === slotName(entered);
  return {
    left: left && !isKept ? slotName(left) : undefined,
    entered: entered && !isKept ? slotName(entered) : undefined,
  };
}

/**
 * Updates link lists when a record is created, linked elsewhere or deleted.
 * @param handedOver names of slots that one record of the transaction leaves and another enters.
 */
export function linkWrites(
  resource: Resource,
  { lists, before, after }: LinkChange,
  handedOver: ReadonlySet<string> = new Set(),
): LinkWrites {
  const left = linkEntry(resource, lists, before);
  const entered = linkEntry(resource, lists, after);
  const linking = after && entryFor(resource, lists, after);
  if (entered && left && slotName(entered) === slotName(left)) {
    const isSame = before && sameJson(entryFor(resource, lists, before), linking);
    return { writes: isSame ? [] : [changing(entered.key, [{ set: [entered.member], to: linking }])] };
  }
  const removal =
    left &&
    changing(
      left.key,
      // The record that enters the slot replaces the entry.
      handedOver.has(slotName(left)) ? [ONE_LESS] : [{ remove: [left.member] }, ONE_LESS],
      { exists: [left.member] },
    );
  const addition =
    entered &&
    changing(entered.key, [
      { set: [entered.member], to: linking },
      { add: 'length', by: 1 },
    ]);
  return {
    writes: [removal, addition].filter((write) => write !== undefined),
    ...(entered && {
      // The version of the record that leaves a slot proves that no other has it.
      ...(!handedOver.has(slotName(entered)) && {
        slot: { check: entered.key, condition: { missing: [entered.member] } },
      }),
      enters: roomOf(lists, entered),
    }),
    ...(left && { leaves: roomOf(lists, left) }),
  };
}

const ONE_LESS: Assignment = { add: 'length', by: -1 };

/** @returns the name of the slot of an entry among all link lists. */
export const slotName = ({ key, member }: LinkEntry): string => `${key.pk} ${key.sk} ${member}`;
const sameJson = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

const changing = (key: Key, assignments: readonly Assignment[], condition?: Condition): Write => ({
  update: key,
  with: [...assignments, { add: 'changes', by: 1 }],
  ...(condition && { condition }),
});

function entryFor(
  { relationships }: Resource,
  { name, link: { notes = [], rareNotes = [] } }: LinkLists,
  { id, fields }: StoredRecord,
): Readonly<Record<string, Json>> {
  const others = Object.entries(relationships).filter(
    ([each, { many, kept }]) => each !== name && kept && !many,
  );
  const filled = rareNotes.filter((each) => [fields[each] ?? []].flat().length > 0);
  return {
    id,
    ids: Object.fromEntries(others.map(([each]) => [each, fields[each] ?? null])),
    ...Object.fromEntries([...notes, ...filled].map((each) => [each, fields[each] ?? null])),
  };
}

/** @returns the entry of the record that has the slot, from the row whose condition failed. */
export function slotHolder({ condition }: Write, row: Item | undefined): Linking | undefined {
  const member = condition && 'missing' in condition ? [condition.missing].flat()[0] : undefined;
  const linking = member?.startsWith(':') ? row?.[member] : undefined;
  return linking === undefined ? undefined : (linking as Linking);
}
