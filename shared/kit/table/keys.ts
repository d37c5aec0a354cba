/**
 * Keys and indexes of the single table. The keys.ts of each feature declares how its records are stored, and
 * defines the keys of its other rows.
 */
import type { Json } from './item.ts';

export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expires',
  /** All indexes are sparse. Rows without the key attributes are not in them. */
  indexes: [
    // An owner's records of a type, oldest first, with the fields for filters and sorts.
    { name: 'by-owner', partitionKey: 'ownerKey', sortKey: 'ownerSort', projects: ['slim', 'counts'] },
    // Records of a type that link to a record through their first or second unbounded link.
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
    // Due work. Sharded, so that mass failures do not overload one partition.
    { name: 'by-due-time', partitionKey: 'dueShard', sortKey: 'dueAt', projects: [] },
  ],
} as const;

export type IndexName = (typeof tableShape.indexes)[number]['name'];

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

declare const ofRecord: unique symbol;

/** The key of a record's row, typed so that only shared/kit/records can put or delete the row. */
export interface RecordKey extends Key {
  readonly [ofRecord]: true;
}

/** The key of any other row. */
export interface RowKey extends Key {
  readonly [ofRecord]?: never;
}

/**
 * How records are found from the other side of a to-one relationship. With `max`, a row beside the related
 * record lists at most that many of them, with strong consistency. Otherwise, an index lists any number of
 * them.
 */
export interface Link {
  readonly max?: number;
  /** Field, or fields joined by `+`, whose value is unique among the records that link to one record. */
  readonly by?: string;
  /** Fields of the linking records that their entries in the list contain, for lists read without the records. */
  readonly notes?: readonly string[];
  /** Like `notes`, but for lists that are usually empty. Entries omit empty ones, to stay small. */
  readonly rareNotes?: readonly string[];
  /**
   * Conditions by name. The related record counts the linking records that satisfy each, under
   * `<type>.<relationship>.<tally>`.
   */
  readonly tallies?: Readonly<Record<string, (fields: Readonly<Record<string, Json>>) => boolean>>;
}

/** Unique within an owner or the platform, among the records for which `while` holds. */
export interface Unique {
  readonly scope: 'owner' | 'platform';
  readonly while: (fields: Readonly<Record<string, Json>>) => boolean;
}

/** Finds records of all owners by the value of a field. */
interface FoundBy {
  readonly field: string;
  /** Normalizes values for comparison. The result has no `#`. */
  readonly form: (value: string) => string;
  /**
   * @param form of a value. @returns what it has in common with those that are looked up together with it, as a
   * range, or undefined for values of which each is looked up alone.
   */
  readonly rangeOf?: (form: string) => string | undefined;
  /** Separate lists of records, in the order of lookup. */
  readonly lists: readonly string[];
  /** @returns the list of a record, or undefined if it cannot be found by its value. */
  readonly listOf: (fields: Readonly<Record<string, Json>>) => string | undefined;
}

/** Lists the records of all owners, for operators. */
interface Listed {
  readonly lists: readonly string[];
  /** Undefined for a record that is in none. */
  readonly listOf: (fields: Readonly<Record<string, Json>>) => string | undefined;
}

/**
 * Entries that are sorted by time, and of which an owner can have any number in the days for which they are
 * kept. Those of past hours are counted (shared/kit/histories), so that lists read only those of a page.
 */
export interface History {
  /** Entries are listed for so many days, until the end of the hour. */
  readonly days: number;
  /** Fields that never change. Lists are counted by their values. */
  readonly fixed: readonly string[];
  /** A field that changes until it is settled, and seldom afterwards. Settled entries are counted by it too. */
  readonly settling: { readonly field: string; readonly isSettled: (value: Json) => boolean };
}

/** How records of a type are stored, in addition to their declaration. */
export interface KeyRow {
  /** The records are stored within other rows and found by a source. */
  readonly within?: true;
  /** Index entries contain the whole record, so that lists need no second read. For small records. */
  readonly covering?: true;
  /** To-one relationships by which the records can be found from the other side. */
  readonly links?: Readonly<Record<string, Link>>;
  /** Sorts the owner's index. Defaults to the id, which grows with creation time. */
  readonly sortedBy?: string;
  /** Further fields in index entries, for views. */
  readonly indexed?: readonly string[];
  /** Unique fields, or fields joined by `+`. */
  readonly unique?: Readonly<Record<string, 'owner' | 'platform' | Unique>>;
  readonly foundBy?: FoundBy;
  readonly listed?: Listed;
  /**
   * Changes of entries are journaled, so that long lists are read from snapshots (shared/kit/lists). For
   * types of which an owner can have any number. The entries are sorted by id, and have no counts. The source
   * of records within other rows must be packed.
   */
  readonly journaled?: true;
  /** Lists are read newest first, with counts of past hours. Needs `sortedBy`, a time that never changes. */
  readonly history?: History;
  /** Whether changes trigger publish-changes, always or only for marked rows. */
  readonly causes?: 'always' | 'marked';
}

/** Indexes for unbounded links. Each link of a type uses the next one. */
const linkIndexes = tableShape.indexes.filter(
  ({ name }) => name === 'by-first-link' || name === 'by-second-link',
);

export type LinkIndex = (typeof linkIndexes)[number] & { readonly link: string };

/** @returns the unbounded links with their indexes. @throws Error if there are more links than indexes. */
export function linkIndexesOf({ links = {} }: KeyRow): readonly LinkIndex[] {
  const unbounded = Object.entries(links).flatMap(([link, { max }]) => (max === undefined ? [link] : []));
  return unbounded.map((link, index) => {
    const next = linkIndexes[index];
    if (!next)
      throw new Error(`No index is left for the link ${link}. Set its max, or add an index to tableShape.`);
    return { ...next, link };
  });
}

/** @throws Error if the link has no index. */
export function linkIndexOf(row: KeyRow, link: string): LinkIndex {
  const index = linkIndexesOf(row).find((each) => each.link === link);
  if (!index) throw new Error(`The link ${link} has no index. Add it to the key row without a max.`);
  return index;
}

/** Sort key of records, and of rows that are alone in their partition. */
export const WHOLE = '#';

export const recordKey = (type: string, id: string): RecordKey =>
  ({ pk: `${type}#${id}`, sk: WHOLE }) as RecordKey;

/** @returns the type of a record, or what another row is, from its partition key. */
export const typeOf = (row: { readonly pk?: unknown } | undefined): string =>
  String(row?.['pk']).replace(/#.*$/s, '');

/** @returns whether a row is a record of the type rather than a row beside it. */
export const isRecordKey = (
  { pk, sk }: { readonly pk?: unknown; readonly sk?: unknown },
  type: string,
): boolean => String(pk).startsWith(`${type}#`) && sk === WHOLE;

// Roles are limited by partition key (infra/functions/function-list.ts), so functions write to separate
// partitions.

/** A large attribute, stored beside its record. */
export const apartKey = (type: string, id: string, attribute: string): Key => ({
  pk: recordKey(type, id).pk,
  sk: `apart#${attribute}`,
});

/**
 * Lists the records that link to a record through a bounded link. The key contains the owner, so that links
 * to records of other owners are not found.
 * @param bucket for lists that are spread over several rows.
 */
export const linkListKey = (
  ownerId: string,
  target: { readonly type: string; readonly id: string },
  { type, link, bucket }: { readonly type: string; readonly link: string; readonly bucket: number },
): Key => ({ pk: `${target.type}#${target.id}#links#${ownerId}`, sk: `${type}.${link}#${bucket}` });

/** Holds a unique value for a record. */
export const uniqueKey = (type: string, scope: string, value: string): Key => ({
  pk: `unique#${type}#${scope}#${value}`,
  sk: WHOLE,
});

/** A further holder of a shared value, sorted by id. */
export const sharerKey = (value: Key, id: string): Key => ({ pk: value.pk, sk: sortableId(id) });

/** Counts an owner's records of a type with a quota. */
export const quotaKey = (type: string, ownerId: string): Key => ({
  pk: `quota#${type}#${ownerId}`,
  sk: WHOLE,
});

/** Rows with changes of an owner's entries of a type, their snapshot or counts, and the work on these. */
export const journalKey = (type: string, ownerId: string, place: string): Key => ({
  pk: `journal#${type}#${ownerId}`,
  sk: place,
});

/** The note of a reader that could not read the snapshot of a list, which starts a fold. */
export const unreadableListKey = (type: string, ownerId: string): Key => ({
  pk: `unreadable-list#${type}#${ownerId}`,
  sk: WHOLE,
});

export const idempotencyKey = (userId: string, hash: string): Key => ({
  pk: `idempotency#${userId}`,
  sk: hash,
});

export const ownerKey = (ownerId: string, type: string): string => `${ownerId}#${type}`;
/** Contains the owner, so that links to records of other owners are not found. */
export const linkKey = (ownerId: string, type: string, target: { type: string; id: string }): string =>
  `${ownerId}#${target.type}#${target.id}#${type}`;

/** Pads ids, which have up to 16 digits, to sort as text. */
export const sortableId = (id: string): string => id.padStart(16, '0');
