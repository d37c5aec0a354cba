/** The artwork of an album as its server has it now. */
import { isDeepStrictEqual } from 'node:util';
import type { Album } from '../../catalogue/api/albums.ts';
import { artworkWork } from '../../catalogue/artwork/artwork-work.ts';
import { readArtwork } from '../../catalogue/artwork/read-artwork.ts';
import { recordArtwork } from '../../catalogue/artwork/record-artwork.ts';
import { type AlbumArtwork, failedArtwork, pendingArtwork } from '../../catalogue/rules/album-artwork.ts';
import type { Store } from '../../kit/records/store.ts';
import { readSettings } from '../../platform/settings.ts';

/** Short, because the owner waits. */
const REQUEST_TIMEOUT_MS = 4_000;
const TOTAL_TIMEOUT_MS = 6_000;
const CHECK_MS = 3_000;

/**
 * Reads the artwork, unless the server still has the file that was read before.
 * @returns the album with what is kept of its artwork, on which requests are decided, and with what was read
 * now. They differ if the server does not respond, which another attempt may change.
 */
export async function readCurrentArtwork(
  store: Store,
  album: Album,
): Promise<{ readonly kept: Album; readonly latest: Album }> {
  const { artwork: url, 'artwork-read': before } = album.fields;
  if (url === null) return { kept: album, latest: album };
  const check = {
    allowedCidrs: readSettings().webhookAllowedCidrs,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    signal: AbortSignal.timeout(TOTAL_TIMEOUT_MS),
    checkMs: CHECK_MS,
  };
  const read = await readArtwork(url, check, before);
  if (read.is === 'failed') return { kept: album, latest: having(album, failedArtwork(url, read.reason)) };
  const artwork = read.is === 'read' ? read.artwork : failedArtwork(url, read.errors.join(' '));
  if (read.is === 'read' && read.isLate) await readLater(store, album, url);
  else if (!isDeepStrictEqual(artwork, before)) await recordArtwork(store, { album, artwork });
  return { kept: having(album, artwork), latest: having(album, artwork) };
}

/** Reading all data takes longer than the owner should wait. */
async function readLater(store: Store, album: Album, url: string): Promise<void> {
  if (album.fields['artwork-read']?.status === 'pending') return;
  const start = artworkWork.start({ albumId: album.id, ownerId: album.ownerId }, store.now);
  await recordArtwork(store, { album, artwork: pendingArtwork(url) }, [start]);
}

const having = (album: Album, artwork: AlbumArtwork): Album => ({
  ...album,
  fields: { ...album.fields, 'artwork-read': artwork },
});
