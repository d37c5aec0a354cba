/**
 * Albums count what their tracks lose (a main artist, audio or a video master). An approval checks this
 * count, because the tracks themselves are too many for one transaction. The count never decreases.
 */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { countWrite, undeclaredCounter } from '../../kit/records/counts.ts';
import type { GuardedLinkings } from '../../kit/records/linked-records.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';

const losses = undeclaredCounter<typeof albums.type>('contents-lost');

/** Counts a loss on each album of a track. @returns writes that also check that the albums are the same. */
export const lossesOf = ({ linkings, unchanged }: GuardedLinkings): Write[] => [
  ...unchanged,
  ...linkings.flatMap(({ ids: { album } }) =>
    album ? [countWrite(recordKey(albums.type, album), losses.name, 1)] : [],
  ),
];

/** Checks that no track of the album has lost anything since the album was read. */
export const nothingLost = (album: Pick<Album, 'type' | 'id' | 'counts'>): Write => ({
  check: recordKey(album.type, album.id),
  condition: losses.unchanged(album),
});
