/**
 * Albums count what their tracks lose (a main artist, audio or a video master). An approval checks this
 * count, because the tracks themselves are too many for one transaction. The count never decreases.
 */
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import { countWrite, undeclaredCounter } from '../../kit/records/counts.ts';
import { heldLinkings } from '../../kit/records/linked-records.ts';
import type { Store } from '../../kit/records/store.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';

const losses = undeclaredCounter<typeof albums.type>('contents-lost');

/** Counts a loss on each album of a track. @returns writes that also check that the albums are the same. */
export async function lossesOf(
  store: Pick<Store, 'api' | 'table'>,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
): Promise<Write[]> {
  const track = { type: tracks.type, id, ownerId };
  const { linkings, unchanged } = await heldLinkings(store, track, { resource: albumTracks, by: 'track' });
  const onAlbums = linkings.flatMap(({ ids: { album } }) => album ?? []);
  return [
    ...unchanged,
    ...onAlbums.map((album) => countWrite(recordKey(albums.type, album), losses.name, 1)),
  ];
}

/** Checks that no track of the album has lost anything since the album was read. */
export const nothingLost = (album: Pick<Album, 'type' | 'id' | 'counts'>): Write => ({
  check: recordKey(album.type, album.id),
  condition: losses.unchanged(album),
});
