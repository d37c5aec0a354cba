/**
 * The version of a release that a reviewer has seen. It consists of counts that only changes by the owner raise, and of the
 * file of the cover that was read, so that it costs the same for any number of tracks.
 */
import { createHash } from 'node:crypto';
import type { Album } from '../../catalogue/api/albums.ts';
import { isUnread } from '../../catalogue/rules/album-artwork.ts';
import { type Deciding, plain } from '../../kit/records/deciding.ts';
import type { Store } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { problem } from '../../kit/values/problems.ts';
import { releaseChanges, soundChanges } from '../counters.ts';
import type { ApprovedRelease } from '../rules/approved-release.ts';
import { isOtherCover, UNREAD } from '../rules/other-version.ts';
import { changesTold, type ReleaseChange } from '../rules/release-changes.ts';
import { SEEN_FORM } from '../rules/seen-version.ts';
import { changesOf } from './change-log.ts';
import { changesSince } from './changes-since.ts';
import { renamesOf, renamesOfAll, renamesOn } from './renames.ts';

const versionWith = (album: Album, renames: number): string =>
  `${releaseChanges.of(album)}-${renames}-${coverMark(album)}`;

/**
 * @returns the version with which the release is approved, without what only concerns audio. The write of the decision fails if
 * it changes after this.
 */
export const approvedVersion = async (store: Deciding, album: Album): Promise<string> =>
  `${seenChanges(album)}-${await renamesOf(store.table, album.ownerId)}-${coverMark(album)}`;

const seenChanges = (album: Album): number => releaseChanges.of(album) - soundChanges.of(album);

/** The maximum number of changes that are listed. */
const MAX_CHANGES = 20;

/**
 * @param approved the version with which it was approved, and when.
 * @returns a sentence on what has changed since then, or undefined if the release is the same.
 */
export async function changeSinceApproval(
  store: Store,
  album: Album,
  { release, at }: ApprovedRelease,
): Promise<string | undefined> {
  const [, changes = '', renames = '', cover = ''] = SEEN_FORM.exec(release) ?? [];
  const renamed = moreThan(Number(renames), await renamesOf(store.table, album.ownerId));
  const isChanged = moreThan(Number(changes), seenChanges(album)) > 0;
  const isOtherFile = isOtherCover(cover, coverMark(album));
  const renamesOfIt = renamed > 0 ? await renamesOn(store, album, { limit: renamed }) : [];
  if (!isChanged && !isOtherFile && renamesOfIt.length === 0) return undefined;
  const told = isChanged ? await changesSince(store, album, { since: at, limit: MAX_CHANGES }) : renamesOfIt;
  return [
    'The release has changed since its approval.',
    ...(isOtherFile ? [OTHER_COVER] : []),
    ...(told.length > 0 ? [changesTold(told)] : []),
    'Request the album again.',
  ].join(' ');
}

/** A stage to which the release was moved counts from 0. @returns by how much a count has risen since the approval. */
export const moreThan = (approved: number, now: number): number => (now < approved ? now : now - approved);

const OTHER_COVER = 'Its cover is now a different file.';

/** @returns the version of the release as the record of the album was read. What is read of it later may be newer. */
export const releaseVersion = async (table: Table, album: Album): Promise<string> =>
  versionWith(album, await renamesOf(table, album.ownerId));

/** @returns by the id of the album. */
export async function releaseVersions(
  table: Table,
  all: readonly Album[],
): Promise<ReadonlyMap<string, string>> {
  const renames = await renamesOfAll(
    table,
    all.map(({ ownerId }) => ownerId),
  );
  return new Map(all.map((album) => [album.id, versionWith(album, renames.get(album.ownerId) ?? 0)]));
}

/** Differs for another file at the same address, also for one that could not be read before. */
function coverMark({ fields: { 'artwork-read': read } }: Album): string {
  if (isUnread(read)) return UNREAD;
  const { url, etag, bytes, width, height, format, sha256 } = read;
  const facts = JSON.stringify(sha256 ? [url, sha256] : [url, etag, bytes, width, height, format]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 8);
}

/**
 * The write of the decision fails if the release changes after this.
 * @param seen the version on which it is decided. @throws release_changed
 */
export async function requireSeen(store: Store & Deciding, album: Album, seen: string): Promise<void> {
  const [, changes = '', renames = '', cover = ''] = SEEN_FORM.exec(seen) ?? [];
  const renamesNow = await renamesOf(store.table, album.ownerId);
  const more = releaseChanges.of(album) - Number(changes);
  const reading = plain(store);
  const found: ReleaseChange[] = [
    ...(await changesOf(reading.table, album.id, more)),
    ...(await renamesOn(reading, album, { limit: renamesNow - Number(renames) })),
  ];
  const isOtherFile = isOtherCover(cover, coverMark(album));
  const isOther = more !== 0 || Number(renames) > renamesNow || isOtherFile;
  if (found.length === 0 && !isOther) return;
  const newestFirst = found.toSorted((left, right) => (left.at < right.at ? 1 : -1));
  const told = [
    'The release has changed since you viewed it.',
    ...(isOtherFile ? [OTHER_COVER] : []),
    ...(newestFirst.length > 0 ? [changesTold(newestFirst)] : []),
    'Show the request again.',
  ];
  throw problem('release_changed', told.join(' '));
}
