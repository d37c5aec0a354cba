/** Keeps what was read of the artwork of an album, unless something else is known of it by now. */

import { isDeepStrictEqual } from 'node:util';
import { decided } from '../../kit/records/decided.ts';
import { changedUnseen, findRecord, type Store, save } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { type Album, albums } from '../api/albums.ts';
import type { AlbumArtwork } from '../rules/album-artwork.ts';

interface ArtworkOfAlbum {
  /** The album as it was before the file was read. */
  readonly album: Album;
  readonly artwork: AlbumArtwork;
}

/**
 * @param writes of the same transaction.
 * @returns 'replaced' if the album has another address, or what was read of its artwork was recorded since.
 */
export function recordArtwork(
  unread: Store,
  { album: { id, fields: seen }, artwork }: ArtworkOfAlbum,
  writes: readonly Write[] = [],
): Promise<'recorded' | 'replaced' | 'gone'> {
  return decided<Store, 'recorded' | 'replaced' | 'gone'>(unread, async (store) => {
    const before = await findRecord(store, albums, id);
    if (!before) return 'gone';
    if (before.fields.artwork !== artwork.url) return 'replaced';
    // The file that was read last can be the older one.
    if (!isDeepStrictEqual(before.fields['artwork-read'], seen['artwork-read'])) return 'replaced';
    const after = changedUnseen(before, { 'artwork-read': artwork });
    const { is } = await save(store, [{ resource: albums, before, after }], writes);
    return is === 'saved' ? 'recorded' : 'again';
  });
}
