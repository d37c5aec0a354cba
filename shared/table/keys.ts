/** The single table on one page: how every row is keyed, and which index answers which question. */

export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'expires',
  /** Every index is sparse: a row without the key attributes is not in it. */
  indexes: [
    // What does this owner have of this type? Oldest first, with the fields that filters and sorts need.
    { name: 'by-owner', partitionKey: 'ownerKey', sortKey: 'ownerSort', projects: ['slim'] },
    // What of this type points at that record, through the first, or the second, of its indexed relationships?
    { name: 'by-first-link', partitionKey: 'firstLinkKey', sortKey: 'firstLinkSort', projects: ['slim'] },
    { name: 'by-second-link', partitionKey: 'secondLinkKey', sortKey: 'secondLinkSort', projects: ['slim'] },
    // What is due? Sharded, so that an hour in which everything fails does not meet in one partition.
    { name: 'by-due-time', partitionKey: 'dueShard', sortKey: 'dueAt', projects: [] },
  ],
} as const;

export type IndexName = (typeof tableShape.indexes)[number]['name'];

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** How the records of one type are kept, beside what their declaration says. */
export interface KeyRow {
  /** The list index carries the whole record, so that a page needs no second read: for small records. */
  readonly covering?: true;
  /** To-one relationships by which the records can be found from the other side. */
  readonly firstLink?: string;
  readonly secondLink?: string;
  /** The field that orders the owner's index; without it, the id, which grows with creation time. */
  readonly sortedBy?: string;
  /** Fields that index entries carry beside those that filters and sorts ask for: what a `narrow` hook looks at. */
  readonly indexed?: readonly string[];
  /** Fields, alone or joined by `+`, whose values are unique among one owner's records, or on the whole platform. */
  readonly unique?: Readonly<Record<string, 'owner' | 'platform'>>;
  /** Changes of these records cause events: their rows wake publish-changes. */
  readonly causes?: true;
}

export const keyRows = {
  labels: { covering: true, unique: { name: 'owner' } },
  users: { unique: { email: 'platform' } },
  'white-labels': {},
  artists: { unique: { name: 'owner' } },
  'artist-dsp-availabilities': { covering: true, firstLink: 'artist', unique: { 'artist+dsp': 'owner' } },
  'webhook-endpoints': { covering: true },
  // Not `causes`: only a test event is the cause of itself, and its row says so.
  'webhook-events': { sortedBy: 'created-at', indexed: ['endpoints'] },
} as const satisfies Record<string, KeyRow>;

const WHOLE = '#';

/** A record of a resource. */
export const recordKey = (type: string, id: string): Key => ({ pk: `${type}#${id}`, sk: WHOLE });

/** What every request of a user needs in one call: sessions, role, capabilities, the rate window. */
export const accessKey = (userId: string): Key => ({ pk: `users#${userId}`, sk: 'access' });

/** The password's hash, apart from the record so that no read of a user carries it. */
export const credentialsKey = (userId: string): Key => ({ pk: `users#${userId}`, sk: 'credentials' });

/** Says which records hold one value of a unique field: guards.ts. */
export const guardKey = (type: string, scope: string, value: string): Key => ({
  pk: `unique#${type}#${scope}#${value}`,
  sk: WHOLE,
});

/** Counts one owner's records of a type that has a quota. */
export const quotaKey = (type: string, ownerId: string): Key => ({
  pk: `quota#${type}#${ownerId}`,
  sk: WHOLE,
});

/** The first answer to a POST with an Idempotency-Key. */
export const idempotencyKey = (userId: string, hash: string): Key => ({
  pk: `users#${userId}#idempotency`,
  sk: hash,
});

/** One minute of sign-ins by one address, or by one pair of e-mail and address. */
export const signInWindowKey = (who: string, minute: number): Key => ({
  pk: `sign-ins#${who}`,
  sk: String(minute),
});

/** One event's way to one endpoint. */
export const deliveryKey = (eventId: string, endpointId: string): Key => ({
  pk: `webhook-events#${eventId}`,
  sk: `delivery#${endpointId}`,
});

/** All of one event's ways. */
export const deliveriesOf = (eventId: string) => ({
  partition: deliveryKey(eventId, '').pk,
  prefix: deliveryKey(eventId, '').sk,
});

/** An operator's command, by month. */
export const commandKey = (at: string, id: string): Key => ({
  pk: `commands#${at.slice(0, 7)}`,
  sk: `${at}#${id}`,
});

export const ownerKey = (ownerId: string, type: string): string => `${ownerId}#${type}`;
/** The owner is part of the key, so that asking for what links to a stranger's record finds nothing. */
export const linkKey = (ownerId: string, type: string, target: { type: string; id: string }): string =>
  `${ownerId}#${target.type}#${target.id}#${type}`;

/** Ids have up to 16 digits: padded, their order as text is their order as numbers. */
export const sortableId = (id: string): string => id.padStart(16, '0');

const DUE_SHARDS = 8;
export const dueShards: readonly string[] = Array.from({ length: DUE_SHARDS }, (_, shard) => `due#${shard}`);

/** The shard of a row in the due index, spread by the row's own key. */
export function dueShardOf(key: Key): string {
  let hash = 0;
  for (const character of key.pk + key.sk) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return `due#${hash % DUE_SHARDS}`;
}

/** Where due rows are ordered: the moment, then the row, so that no two rows share a place. */
export const dueAt = (at: Date, key: Key): string => `${at.toISOString()}#${key.pk}#${key.sk}`;

/** Comes after everything that is due by that moment, and before everything later. */
export const dueBy = (at: Date): string => `${at.toISOString()}$`;
