/**
 * References from artists to the tracks whose credits name them. The artist counts them and cannot be deleted
 * while it has any. References may be stale but never missing: they are added before credits name an artist,
 * and the guard of the track prevents the removal of one that concurrent credits need.
 */

import { randomUUID } from 'node:crypto';
import { countWrite } from '../../kit/records/counts.ts';
import { deciding } from '../../kit/records/deciding.ts';
import { type Store, save, storeOf } from '../../kit/records/store.ts';
import { type Condition, equal, rowExists, rowMissing } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { batchesOf } from '../../platform/batches.ts';
import { creditsOfArtist } from '../counters.ts';
import { artistsNamed } from './credit-ids.ts';
import { creditedOn, creditedOnKey, creditGuardKey } from './credit-keys.ts';
import { creditLists } from './credit-lists.ts';

/** The guard of a track as it was read; undefined if there is none. */
export type Guard = string | undefined;

/** Each reference takes two of the 100 writes of a transaction (the row and its count), the guard one. */
const PER_TRANSACTION = 49;
const MAX_ATTEMPTS = 5;
/** Longer than any request. Only requests in progress compare the guard. */
const GUARD_SECONDS = 86_400;

export const guardOf = (row: Item | undefined): Guard =>
  row === undefined ? undefined : String(row['revision']);

/** Fails if the guard has changed since it was read, and makes concurrent writes with the old guard fail. */
export function guardWrite(
  trackId: string,
  { guard, now, revision = randomUUID() }: { guard: Guard; now: Date; revision?: string },
): Write {
  const expires = Math.floor(now.getTime() / 1000) + GUARD_SECONDS;
  const condition: Condition = guard === undefined ? rowMissing : equal('revision', guard);
  return { put: { ...creditGuardKey(trackId), revision, expires }, condition };
}

const referenceKey = (trackId: string, artist: number) => creditedOnKey(String(artist), trackId);
const artistKey = (artist: number) => recordKey('artists', String(artist));

export const addReference = (trackId: string, artist: number): Write[] => [
  { put: { ...referenceKey(trackId, artist) }, condition: rowMissing },
  countWrite(artistKey(artist), creditsOfArtist, 1),
];

export const removeReference = (trackId: string, artist: number): Write[] => [
  { delete: referenceKey(trackId, artist), condition: rowExists },
  countWrite(artistKey(artist), creditsOfArtist, -1),
];

/** @returns the artists, as last written, that have a reference to the track. */
export async function referencedAmong(
  table: Table,
  trackId: string,
  artists: readonly number[],
): Promise<ReadonlySet<number>> {
  const keys = artists.map((artist) => referenceKey(trackId, artist));
  const rows = await table.getMany(keys, true);
  const partitions = new Set(rows.map(({ pk }) => pk));
  return new Set(artists.filter((artist) => partitions.has(artistKey(artist).pk)));
}

/**
 * Adds references in separate transactions, before the credits name the artists.
 * @param artists without a reference when last read.
 * @returns false if an artist is gone or the references kept changing.
 */
export async function acquireReferences(
  store: Store,
  trackId: string,
  artists: readonly number[],
): Promise<boolean> {
  for (const some of batchesOf(artists, PER_TRANSACTION))
    if (!(await acquireSome(apart(store), trackId, some))) return false;
  return true;
}

async function acquireSome(store: Store, trackId: string, artists: readonly number[]): Promise<boolean> {
  let missing = artists;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const writes = missing.flatMap((artist) => addReference(trackId, artist));
    if ((await save(deciding(store), [], writes)).is === 'saved') return true;
    const referenced = await referencedAmong(store.table, trackId, artists);
    missing = artists.filter((artist) => !referenced.has(artist));
  }
  return false;
}

/** Without the mark of an idempotency key, because the request has not done its main work yet. */
const apart = (store: Store): Store => storeOf(store.api, store);

/**
 * Removes references of artists that the credits of the track do not name.
 * @param artists with a reference when last read.
 * @returns whether all references were removed.
 */
export async function releaseReferences(
  store: Store,
  trackId: string,
  artists: readonly number[],
): Promise<boolean> {
  let referenced = artists;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const released = await releaseOnce(apart(store), trackId, referenced);
    if (released !== 'again') return released;
    referenced = [...(await referencedAmong(store.table, trackId, artists))];
  }
  return false;
}

async function releaseOnce(
  store: Store,
  trackId: string,
  referenced: readonly number[],
): Promise<boolean | 'again'> {
  const { table, now } = store;
  // Read the guard first. Any request that names an artist after this read changes it.
  let guard = guardOf(await table.get(creditGuardKey(trackId)));
  const { items } = await creditLists.read(table, { parentId: trackId, ownerId: '' });
  const named = artistsNamed(items);
  const unneeded = referenced.filter((artist) => !named.has(artist));
  for (const some of batchesOf(unneeded, PER_TRANSACTION)) {
    const revision = randomUUID();
    const writes = [
      guardWrite(trackId, { guard, now, revision }),
      ...some.flatMap((artist) => removeReference(trackId, artist)),
    ];
    if ((await save(deciding(store), [], writes)).is !== 'saved') return 'again';
    guard = revision;
  }
  return unneeded.length === referenced.length;
}

const STALE_PER_QUERY = 10;

/**
 * Removes references of an artist that interrupted requests left behind. Stops at the first one that credits
 * need, because the artist then cannot be deleted.
 */
export async function releaseStaleReferences(store: Store, artistId: string): Promise<void> {
  const { prefix, partition } = creditedOn(artistId);
  for (;;) {
    const rows = await store.table.query({ partition, prefix, limit: STALE_PER_QUERY });
    if (rows.length === 0) return;
    for (const { sk } of rows) {
      const trackId = String(sk).slice(prefix.length);
      if (!(await releaseReferences(store, trackId, [Number(artistId)]))) return;
    }
  }
}
