/**
 * Whose each kind of row is. A kind that is not listed here belongs to nobody, which a test rejects
 * (test/pipeline/erasing/erasure-steps.test.ts): state the owner of the rows of a new kind.
 */

import { LOOKING } from '../../../distribution/keys.ts';
import type { Item } from '../../../kit/table/item.ts';
import type { KeyRow } from '../../../kit/table/keys.ts';
import { isRecordKey, typeOf } from '../../../kit/table/keys.ts';
import { api } from '../../api.ts';
import { streamNoteKey } from '../../stream-notes.ts';
import { ANY_TYPE, OWNER, type Reference } from './belongings.ts';

interface Whose {
  /** What a row is of: an owner or a record. It belongs to those to whom any of these belongs. */
  readonly of: (row: Item) => readonly Reference[];
  /** An attribute that the row must still have when it is deleted. For keys that others can take. */
  readonly guard?: string;
  /** A set of ids of records, of which each removes its own. */
  readonly members?: { readonly attribute: string; readonly type: string };
}

const partsOf = (text: unknown): readonly string[] => String(text).split('#');

/** Ids in sort keys are padded. */
const plainId = (id: string | undefined): string => String(Number(id));

const reference = (type: string, id: unknown): Reference[] =>
  id === undefined || id === null ? [] : [{ type, id: String(id) }];

const inPartition = (type: string, part: number): Whose => ({
  of: ({ pk }) => reference(type, partsOf(pk)[part]),
});

const inSort = (type: string, part: number): Whose => ({
  of: ({ sk }) => reference(type, plainId(partsOf(sk)[part])),
});

const named = (type: string, attribute: string): Whose => ({
  of: (row) => reference(type, row[attribute]),
  guard: attribute,
});

const nobodys: Whose = { of: () => [] };

/** @param key of another row, as text or in two parts. */
function ofAnotherRow(key: unknown): readonly Reference[] {
  const [pk = '', sk = ''] = Array.isArray(key) ? key.map(String) : String(key).split(' ');
  return referencesOf({ pk, sk });
}

/** Those of other types begin with the type of a record. */
const others: Readonly<Record<string, Whose>> = {
  access: inPartition(OWNER, 1),
  credentials: inPartition(OWNER, 1),
  idempotency: inPartition(OWNER, 1),
  quota: inPartition(OWNER, 2),
  journal: inPartition(OWNER, 2),
  'unreadable-list': inPartition(OWNER, 2),
  'work-places': inPartition(OWNER, 2),
  // Those that are unique among all are freed with their holder.
  unique: {
    of: ({ pk, holder }) => {
      const [, type = '', scope] = partsOf(pk);
      return scope === 'platform' ? reference(type, holder) : reference(OWNER, scope);
    },
  },
  // The one that erases an organization says what must be erased again after a restore.
  commands: {
    of: ({ command, organization, arguments: given }) => {
      if (command === 'erase-organization') return [];
      if (organization !== undefined) return reference(OWNER, organization);
      const values: unknown[] = Object.values(JSON.parse(String(given ?? '{}')));
      return values.flatMap((value) => (typeof value === 'string' ? reference(ANY_TYPE, value) : []));
    },
  },
  erasures: { of: ({ pk }) => (partsOf(pk)[1] === 'users' ? reference(OWNER, partsOf(pk)[2]) : []) },

  'former-isrcs': named(OWNER, 'owner'),
  'former-upcs': named(OWNER, 'owner'),
  'given-code': named(OWNER, 'ownerId'),
  'credit-list': inPartition('tracks', 1),
  'credit-block': named('tracks', 'track'),

  codes: { of: ({ sk }) => (partsOf(sk)[0] === 'held' ? reference('albums', partsOf(sk)[1]) : []) },
  renames: inPartition(OWNER, 1),
  [LOOKING]: inSort('distribution-requests', 0),
  // Messages and folders at a store, and files that a person has to look at.
  stores: { of: ({ deliveryId, delivery }) => reference('deliveries', deliveryId ?? delivery) },
  'store-place': nobodys,

  'match-list': inPartition('tracks', 1),
  'match-block': named('tracks', 'track'),
  'imported-match': { of: () => [], members: { attribute: 'tracks', type: 'tracks' } },
  'released-album': inPartition('albums', 1),
  'released-by-isrc': named('albums', 'albumId'),
  'released-by-iswc': named('albums', 'albumId'),
  'released-by-artist': named('albums', 'albumId'),
  'released-by-title': named('albums', 'albumId'),
  'track-sound': inPartition('tracks', 1),
  'heard-file': inPartition(OWNER, 1),
  sound: inSort('tracks', 1),
  'sound-index': nobodys,
  matching: { of: ({ ownerId }) => reference(OWNER, ownerId) },

  'usage-lines': inPartition(OWNER, 1),
  'usage-revenue': inPartition(OWNER, 1),
  'usage-earnings': inPartition(OWNER, 1),
  // Those of artists who were deleted are known by their album.
  'usage-index': { of: playsOf },
  'usage-plays': { of: playsOf },
  'usage-moved': { of: ({ row }) => (row === undefined ? [] : ofAnotherRow(row)) },
  // Reports of stores are about all owners.
  'usage-imports': nobodys,
  'usage-import-list': nobodys,
  'usage-contents': nobodys,
  'royalty-months': inPartition(OWNER, 1),
  'royalty-totals': inPartition(OWNER, 1),
  'kept-accounts': nobodys,

  'webhook-lanes': nobodys,
  'sign-ins': nobodys,
  'last-sweep': nobodys,
  'stream-notes': { of: ({ row }) => (row === undefined ? [] : ofAnotherRow(row)) },
  'unreadable-rows': nobodys,
};

function playsOf({ pk, sk }: Item): readonly Reference[] {
  const [, type = '', id] = partsOf(pk);
  const album = partsOf(sk)[2];
  return [...reference(type, id), ...(album ? reference('albums', plainId(album)) : [])];
}

/** Of records, and of the rows beside them. The lists of links name the owner. */
function ofRecord(row: Item): readonly Reference[] {
  const type = typeOf(row);
  if (isRecordKey(row, type) && 'owner' in row) return reference(OWNER, row['owner']);
  const [, id, , owner] = partsOf(row['pk']);
  return owner === undefined ? reference(type, id) : reference(OWNER, owner);
}

const isOfRecords = (type: string): boolean => {
  const keys: Readonly<Record<string, KeyRow>> = api.keys;
  return Object.hasOwn(keys, type) && !keys[type]?.within;
};

/** @returns undefined for a kind of row that is not declared. */
export function whoseRow(row: Item): Whose | undefined {
  const type = typeOf(row);
  return isOfRecords(type) ? { of: ofRecord } : others[type];
}

/** @returns what a row is of; nothing for rows of the stage. */
export const referencesOf = (row: Item): readonly Reference[] => whoseRow(row)?.of(row) ?? [];

/** Partitions whose names have no ids. */
const alone: readonly string[] = [LOOKING, streamNoteKey('').pk];

/** The partitions of rows that belong to owners, as patterns. */
export const ownedPartitions: readonly string[] = [
  ...Object.keys(api.keys).filter(isOfRecords),
  ...Object.entries(others).flatMap(([name, whose]) => (whose === nobodys ? [] : [name])),
].map((name) => (alone.includes(name) ? name : `${name}#*`));
