/** Starts reading the artwork of an album, unless it was read or is being read. */
import { decided } from '../../kit/records/decided.ts';
import { changedUnseen, findRecord, type Store, save } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { type Album, albums } from '../api/albums.ts';
import { isReadBefore, pendingArtwork } from '../rules/album-artwork.ts';
import { artworkWork } from './artwork-work.ts';

/**
 * @param url of the artwork. @param read what is known of it.
 * @returns what the transaction of a request for the album saves. Artwork that could not be read is read again.
 */
export function readingOf(
  { id, ownerId }: Pick<Album, 'id' | 'ownerId'>,
  { artwork: url, 'artwork-read': read }: Pick<Album['fields'], 'artwork' | 'artwork-read'>,
  now: Date,
): { readonly fields: Partial<Album['fields']>; readonly writes: readonly Write[] } {
  const isKnown = read?.status === 'completed' && !isReadBefore(read);
  if (url === null || isKnown || read?.status === 'pending') return { fields: {}, writes: [] };
  return {
    fields: { 'artwork-read': pendingArtwork(url) },
    writes: [artworkWork.start({ albumId: id, ownerId }, now)],
  };
}

/** @param album as read last. @returns whether the artwork is being read. */
export function startReading(unread: Store, album: Album): Promise<boolean> {
  let current: Album | undefined = album;
  return decided(unread, async (store) => {
    const before = current ?? (await findRecord(store, albums, album.id));
    current = undefined;
    if (!before || before.fields.artwork === null) return false;
    const { 'artwork-read': read } = before.fields;
    if (read !== null && !isReadBefore(read)) return read.status === 'pending';
    const { fields, writes } = readingOf(before, before.fields, store.now);
    const { is } = await save(
      store,
      [{ resource: albums, before, after: changedUnseen(before, fields) }],
      writes,
    );
    return is === 'saved' ? true : 'again';
  });
}
