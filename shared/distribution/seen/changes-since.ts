/** What an owner has changed of a release since a time, for reviewers and the history of an album. */
import type { Album } from '../../catalogue/api/albums.ts';
import type { Store } from '../../kit/records/store.ts';
import type { ReleaseChange } from '../rules/release-changes.ts';
import { changesOf } from './change-log.ts';
import { renamesOn } from './renames.ts';

/** @param options.since ISO 8601. @param options.limit of each kind that are looked at. @returns newest first. */
export async function changesSince(
  store: Store,
  album: Album,
  { limit, since }: { readonly limit: number; readonly since: string },
): Promise<ReleaseChange[]> {
  const [changes, renames] = await Promise.all([
    changesOf(store.table, album.id, limit),
    renamesOn(store, album, { limit, since }),
  ]);
  return [...changes, ...renames]
    .filter(({ at }) => at >= since)
    .toSorted((left, right) => (left.at < right.at ? 1 : -1));
}
