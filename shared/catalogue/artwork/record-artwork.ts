/** Keeps what was read of the artwork of an album, unless the album has another by now. */
import { changedUnseen, findRecord, retried, type Store, save } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { albums } from '../api/albums.ts';
import type { AlbumArtwork } from '../rules/album-artwork.ts';

/** @param writes of the same transaction. @returns 'replaced' if the album has another address. */
export function recordArtwork(
  store: Store,
  { albumId, artwork }: { readonly albumId: string; readonly artwork: AlbumArtwork },
  writes: readonly Write[] = [],
): Promise<'recorded' | 'replaced' | 'gone'> {
  return retried<'recorded' | 'replaced' | 'gone'>(async () => {
    const before = await findRecord(store, albums, albumId);
    if (!before) return 'gone';
    if (before.fields.artwork !== artwork.url) return 'replaced';
    const after = changedUnseen(before, { 'artwork-read': artwork });
    const { is } = await save(store, [{ resource: albums, before, after }], writes);
    return is === 'saved' ? 'recorded' : 'again';
  });
}
