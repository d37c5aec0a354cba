/**
 * The single table: how records are keyed, and which index serves which query. Each feature says in its keys.ts how
 * its records are kept, and keys the rows beside them.
 */
import type { Json } from './item.ts';

export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expires',
  /** Every index is sparse: a row without the key attributes is not in it. */
  indexes: [
    // What does this owner have of this type? Oldest first, with the fields that filters and sorts need.
    { name: 'by-owner', partitionKey: 'ownerKey', sortKey: 'ownerSort', projects: ['slim', 'counts'] },
    // What of this type links to that record, through the first, or the second, of its unbounded links?
    {
      name: 'by-first-link',
      partitionKey: 'firstLinkKey',
      sortKey: 'firstLinkSort',
      projects: ['slim', 'counts'],
    },
    {
      name: 'by-second-link',
      partitionKey: 'secondLinkKey',
      sortKey: 'secondLinkSort',
      projects: ['slim', 'counts'],
    },
    // What is due? Sharded, so that an hour in which everything fails does not meet in one partition.
    { name: 'by-due-time', partitionKey: 'dueShard', sortKey: 'dueAt', projects: [] },
  ],
} as const;

export type IndexName = (typeof tableShape.indexes)[number]['name'];

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/**
 * How records are found from the other side of a to-one relationship. With `max`, the related record has at most so many
 * of them, and a row beside it lists them: read as last written, any number of related records in one call, one more
 * than `max` rejected. Without it, an index lists them, however many there are.
 */
export interface Link {
  readonly max?: number;
  /** Fields, alone or joined by `+`, whose values are unique among the records that link to one record. */
  readonly by?: string;
  /**
   * The related record also counts, by name, those of the records that link to it for which this holds. Their names in its
   * counts: `<type>.<relationship>.<tally>`.
   */
  readonly tallies?: Readonly<Record<string, (fields: Readonly<Record<string, Json>>) => boolean>>;
}

/** Unique among one owner's records or on the platform; with `while`, only of records for which it holds. */
export interface Unique {
  readonly scope: 'owner' | 'platform';
  readonly while: (fields: Readonly<Record<string, Json>>) => boolean;
}

/** A field by whose value records of all owners are found. */
interface FoundBy {
  readonly field: string;
  /** The form in which values are compared. */
  readonly form: (value: string) => string;
  /** Each list has its own places for values. They are looked up in this order. */
  readonly lists: readonly string[];
  /** @returns the list that a record is in; undefined when its value does not lead to it. */
  readonly listOf: (fields: Readonly<Record<string, Json>>) => string | undefined;
}

/** How the records of one type are kept, beside what their declaration says. */
export interface KeyRow {
  /** Its records have no separate rows: they are written within rows of others, and found by a source. */
  readonly within?: true;
  /** The list index carries the whole record, so that a page needs no second read: for small records. */
  readonly covering?: true;
  /** To-one relationships by which the records can be found from the other side. */
  readonly links?: Readonly<Record<string, Link>>;
  /** The field that orders the owner's index; without it, the id, which grows with creation time. */
  readonly sortedBy?: string;
  /** Fields that index entries carry beside those that filters and sorts ask for: what a view looks at. */
  readonly indexed?: readonly string[];
  /** Fields, alone or joined by `+`, whose values are unique. */
  readonly unique?: Readonly<Record<string, 'owner' | 'platform' | Unique>>;
  /** A field by whose value records of all owners are found. */
  readonly foundBy?: FoundBy;
  /** Changes of these records cause events: their rows wake publish-changes. 'marked': only rows that say so. */
  readonly causes?: 'always' | 'marked';
}

/** The indexes that list unbounded links, in the order in which the links of a type take them. */
const linkIndexes = tableShape.indexes.filter(
  ({ name }) => name === 'by-first-link' || name === 'by-second-link',
);

export type LinkIndex = (typeof linkIndexes)[number] & { readonly link: string };

/** @returns the unbounded links of a type, each with its index. @throws Error when there are more links than indexes. */
export function linkIndexesOf({ links = {} }: KeyRow): readonly LinkIndex[] {
  const unbounded = Object.entries(links).flatMap(([link, { max }]) => (max === undefined ? [link] : []));
  return unbounded.map((link, index) => {
    const found = linkIndexes[index];
    if (!found)
      throw new Error(`No index is left for the link ${link}: give it a max, or add an index to tableShape.`);
    return { ...found, link };
  });
}

/** @returns the index that lists an unbounded link. @throws Error for a link that has none. */
export function linkIndexOf(row: KeyRow, link: string): LinkIndex {
  const index = linkIndexesOf(row).find((each) => each.link === link);
  if (!index) throw new Error(`No index lists the link ${link}: add it to the key row, without a max.`);
  return index;
}

/** The sort key of the row that is a record itself, and of rows that are alone in their partition. */
export const WHOLE = '#';

export const recordKey = (type: string, id: string): Key => ({ pk: `${type}#${id}`, sk: WHOLE });

/** Whether a row is a record of the type, and not one of the rows beside it. An index entry has no other rows. */
export const isRecordKey = ({ pk, sk }: { readonly [name: string]: unknown }, type: string): boolean =>
  String(pk).startsWith(`${type}#`) && sk === WHOLE;

// Roles are limited by partition keys (infra/functions/function-list.ts), so what different functions write is in different partitions.

/** The value of one large attribute of a record, beside it. */
export const apartKey = (type: string, id: string, attribute: string): Key => ({
  pk: recordKey(type, id).pk,
  sk: `apart#${attribute}`,
});

/**
 * Lists the records that link to one record through a bounded link. The owner is part of the key, so that asking for
 * what links to a record of another owner finds nothing.
 * @param bucket long lists are spread over several rows.
 */
export const linkListKey = (
  ownerId: string,
  target: { readonly type: string; readonly id: string },
  { type, link, bucket }: { readonly type: string; readonly link: string; readonly bucket: number },
): Key => ({ pk: `${target.type}#${target.id}#links#${ownerId}`, sk: `${type}.${link}#${bucket}` });

/** Says which record holds one value of a unique field. */
export const uniqueKey = (type: string, scope: string, value: string): Key => ({
  pk: `unique#${type}#${scope}#${value}`,
  sk: WHOLE,
});

/** Whether a row says who holds a value first, and is not a row of one that shares it. */
export const isUniqueKey = ({ pk, sk }: Key): boolean => pk.startsWith('unique#') && sk === WHOLE;

/** One more record that shares a value with its first holder. In the order of their ids. */
export const sharerKey = (value: Key, id: string): Key => ({ pk: value.pk, sk: sortableId(id) });

/** Counts one owner's records of a type that has a quota. */
export const quotaKey = (type: string, ownerId: string): Key => ({
  pk: `quota#${type}#${ownerId}`,
  sk: WHOLE,
});

/** The first response to a POST with an Idempotency-Key. */
export const idempotencyKey = (userId: string, hash: string): Key => ({
  pk: `idempotency#${userId}`,
  sk: hash,
});

export const ownerKey = (ownerId: string, type: string): string => `${ownerId}#${type}`;
/** The owner is part of the key, so that asking for what links to a stranger's record finds nothing. */
export const linkKey = (ownerId: string, type: string, target: { type: string; id: string }): string =>
  `${ownerId}#${target.type}#${target.id}#${type}`;

/** Ids have up to 16 digits: padded, their order as text is their order as numbers. */
export const sortableId = (id: string): string => id.padStart(16, '0');
