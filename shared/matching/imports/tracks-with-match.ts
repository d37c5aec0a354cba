/**
 * The tracks that have a match of another service, in one row for each match, which changes with them. A
 * track that has lost the match can remain, which is harmless.
 */
import { failedConditions } from '../../kit/table/commit.ts';
import { type Condition, equal } from '../../kit/table/expressions.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { batchesOf } from '../../platform/batches.ts';
import { importedMatchKey } from '../keys.ts';

const CONCURRENT = 10;

/** Ids of tracks. */
type TrackIds = ReadonlySet<string>;

/** Reads with strong consistency. */
export async function readTracksWith(table: Table, name: string): Promise<TrackIds> {
  const row = await table.get(importedMatchKey(name));
  return (row?.['tracks'] ?? new Set()) as TrackIds;
}

/** Fails if the tracks are no longer those that were read. */
export function writeTracksWith(name: string, before: TrackIds, after: TrackIds): Write {
  const key = importedMatchKey(name);
  const condition = before.size > 0 ? equal('tracks', before) : noTracks;
  if (isSame(before, after)) return { check: key, condition };
  if (after.size === 0) return { delete: key, condition };
  return { update: key, with: [{ set: 'tracks', to: after }], condition };
}

/** A row without tracks is about to be deleted. */
const noTracks: Condition = { missing: 'tracks' };

export const isSame = (left: TrackIds, right: TrackIds): boolean =>
  left.size === right.size && [...left].every((each) => right.has(each));

/** A track gets some matches, which come from another stage. */
export const addTrackTo = (table: Table, trackId: string, names: readonly string[]): Promise<void> =>
  forEach(names, (name) =>
    table.commit([
      { update: importedMatchKey(name), with: [{ join: 'tracks', elements: new Set([trackId]) }] },
    ]),
  );

/** A track no longer has some matches. */
export async function removeTrackFrom(
  table: Table,
  trackId: string,
  names: readonly string[],
): Promise<void> {
  await forEach(names, (name) => table.commit([removeTracks(new Set([trackId]), name)]));
  await deleteUnused(table, names);
}

/** The row remains without tracks if there are no others. */
export const removeTracks = (trackIds: TrackIds, name: string): Write => ({
  update: importedMatchKey(name),
  with: [{ leave: 'tracks', elements: trackIds }],
});

/** Deletes the rows without tracks. */
export const deleteUnused = (table: Table, names: readonly string[]): Promise<void> =>
  forEach(names, (name) =>
    failedConditions(table.commit([{ delete: importedMatchKey(name), condition: noTracks }])),
  );

async function forEach(names: readonly string[], write: (name: string) => Promise<unknown>): Promise<void> {
  for (const some of batchesOf(names, CONCURRENT)) await Promise.all(some.map(write));
}
