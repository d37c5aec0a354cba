/** Starts the reading of files that are not compared. */
import type { Track } from '../../catalogue/api/tracks.ts';
import type { Store } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { batchesOf } from '../../platform/batches.ts';
import { digestWork } from './digest-work.ts';
import { type KnownFiles, keptOf, knownFiles } from './kept-digests.ts';
import { type UncomparedFile, uncomparedFiles } from './uncompared-files.ts';

const CONCURRENT_STARTS = 10;

type TrackId = Pick<Track, 'id' | 'ownerId'>;

/** Leaves work that has been started as it is. */
async function startAll({ table, now }: Store, tracks: readonly TrackId[]): Promise<void> {
  const startedAt = now.toISOString();
  for (const some of batchesOf(tracks, CONCURRENT_STARTS))
    await Promise.all(
      some.map(({ id: trackId, ownerId }) =>
        failedConditions(table.commit([digestWork.start({ trackId, ownerId, startedAt }, now)])),
      ),
    );
}

/** For a new request. Files that were read before can have been replaced since. @returns how many tracks have such files. */
export async function startDigests(store: Store, tracks: readonly Track[]): Promise<number> {
  const files = await uncomparedFiles(store, tracks);
  const concerned = tracks.filter(({ id }) => files.has(id));
  await startAll(store, concerned);
  return concerned.length;
}

/** A track with files that are not compared, and what is known of them. */
export interface DigestedTrack {
  readonly trackId: string;
  readonly files: readonly UncomparedFile[];
  readonly known: KnownFiles;
}

/** Files that could not be read are not read again before the next request. @returns tracks whose files are being read now. */
export async function startMissingDigests(
  store: Store,
  tracks: readonly TrackId[],
  digested: readonly DigestedTrack[],
): Promise<readonly DigestedTrack[]> {
  const missing = new Set(digested.filter(isMissing).map(({ trackId }) => trackId));
  await startAll(
    store,
    tracks.filter(({ id }) => missing.has(id)),
  );
  return digested.filter((each) => each.known.isPending || missing.has(each.trackId));
}

const isMissing = ({ files, known }: DigestedTrack): boolean =>
  !known.isPending && files.some((file) => keptOf(known.files, file) === undefined);

/**
 * @param tracks of one owner. @param since what was read before does not count, ISO 8601.
 * @returns those with files that are not compared.
 */
export async function digestedTracks(
  store: Pick<Store, 'api' | 'table'>,
  tracks: readonly Track[],
  since: string,
): Promise<readonly DigestedTrack[]> {
  const files = await uncomparedFiles(store, tracks);
  const known = await knownFiles(store.table, [...files.keys()], since);
  return Array.from(files, ([trackId, own]) => ({
    trackId,
    files: own,
    known: known.get(trackId) ?? { files: {}, isPending: false },
  }));
}
