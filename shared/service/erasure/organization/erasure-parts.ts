/** The parts of an erasure that are made in several attempts: each continues where the last one ended. */
import { usersOf } from '../../../accounts/users-of.ts';
import type { Item } from '../../../kit/table/item.ts';
import type { Key } from '../../../kit/table/keys.ts';
import { batchesOf } from '../../../platform/batches.ts';
import { added, type Counts, type Erasure } from '../erasure-work.ts';
import { Belongings, keep, kept, OWNER } from './belongings.ts';
import type { ErasingOrganization } from './erasing-organization.ts';
import { deleteObjects, objectsOf } from './remove-objects.ts';
import { removeRows } from './remove-rows.ts';
import { toldIds } from './told-ids.ts';
import { referencesOf } from './whose-rows.ts';

/** Shorter than the function runs. */
const ATTEMPT_MS = 200_000;

const isOver = ({ now }: ErasingOrganization, startedAt: number): boolean =>
  now().getTime() - startedAt > ATTEMPT_MS;

/** @returns where to continue, or null at the end of the table. */
export async function collectPart(erasing: ErasingOrganization): Promise<Key | null> {
  const { table, bucket, claimed, lease, now } = erasing;
  const organization = claimed.organizationId;
  const owners = new Belongings();
  for (const id of [organization, ...(await usersOf({ table }, organization))])
    owners.add({ type: OWNER, id });
  const found = new Belongings();
  // Also those without records, because an earlier part can have been lost.
  for (const owner of owners) found.add(owner);
  const startedAt = now().getTime();
  let place = keyIn(claimed.place);
  do {
    const { items, next } = await table.scan(place);
    for (const row of items)
      if (referencesOf(row).some((each) => owners.has(each)))
        for (const told of toldIds(row)) found.add(told);
    place = next;
    await lease.keep();
  } while (place && !isOver(erasing, startedAt));
  await keep(bucket, organization, found);
  return place ?? null;
}

const keyIn = (place: Erasure['place']): Key | undefined =>
  place === null || typeof place === 'number' ? undefined : place;

interface Part<Place> {
  readonly place: Place | null;
  readonly removed: Counts;
}

export async function removeRowsPart(erasing: ErasingOrganization): Promise<Part<Key>> {
  const { table, bucket, claimed, lease, now } = erasing;
  const belongings = await kept(bucket, claimed.organizationId);
  const startedAt = now().getTime();
  let removed: Counts = {};
  let place = keyIn(claimed.place);
  do {
    const { items, next } = await table.scan(place);
    removed = added(removed, await removeRows(table, items, belongings));
    place = next;
    await lease.keep();
  } while (place && !isOver(erasing, startedAt));
  return { place: place ?? null, removed };
}

const CONCURRENT = 10;

/** @returns how many were removed. */
async function removeLetters(
  { forgetLetters, forgetEvents, lease }: ErasingOrganization,
  belongings: Belongings,
): Promise<number> {
  const changes = await forgetLetters((row: Item) => referencesOf(row).some((each) => belongings.has(each)));
  await lease.keep();
  return changes + (await forgetEvents((id) => belongings.has({ type: OWNER, id })));
}

/** The dead letters are first. */
export async function removeObjectsPart(erasing: ErasingOrganization): Promise<Part<number>> {
  const { bucket, claimed, lease, now } = erasing;
  const belongings = await kept(bucket, claimed.organizationId);
  const all = objectsOf(belongings);
  const startedAt = now().getTime();
  let place = typeof claimed.place === 'number' ? claimed.place : 0;
  let removed = place === 0 ? { 'dead letters': await removeLetters(erasing, belongings) } : {};
  for (const some of batchesOf(all.slice(place), CONCURRENT)) {
    const objects = await Promise.all(some.map((prefix) => deleteObjects(bucket, prefix)));
    removed = added(removed, { objects: objects.reduce((sum, count) => sum + count, 0) });
    place += some.length;
    await lease.keep();
    if (isOver(erasing, startedAt)) break;
  }
  return { place: place < all.length ? place : null, removed };
}
