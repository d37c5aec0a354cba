/** What approvals require to be known of the cover of an album. */
import type { Album } from '../../catalogue/api/albums.ts';
import { startReading } from '../../catalogue/artwork/start-reading.ts';
import { type Deciding, plain } from '../../kit/records/deciding.ts';
import type { Store } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { isArtworkUnread, needsReadArtwork } from '../contents/album-contents.ts';

interface Requested {
  readonly request: DistributionRequest;
  readonly album: Album;
}

/** @throws album_incomplete on stages that require usable artwork, until it is read. */
export async function requireReadArtwork(
  store: Deciding & Store,
  { request, album }: Requested,
): Promise<void> {
  if (request.fields['request-type'] !== 'takedown' && needsReadArtwork(album))
    await rejectUnread(store, album);
}

/**
 * A package has the cover with which the release was approved, so that it must be known by then.
 * @throws album_incomplete until the artwork is read.
 */
export async function requireCover(store: Deciding & Store, album: Album): Promise<void> {
  if (isArtworkUnread(album)) await rejectUnread(store, album);
}

/** Starts reading where it was not started, for example before the stage required artwork. */
async function rejectUnread(store: Deciding & Store, album: Album): Promise<never> {
  await startReading(plain(store), album);
  throw problem('album_incomplete', 'The artwork of the album has not been read yet. Try again in a minute.');
}
