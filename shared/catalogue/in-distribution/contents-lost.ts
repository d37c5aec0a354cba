/**
 * Tracks are too many for one transaction, so an approval cannot check that each is still as it was read. Therefore the
 * albums of a track count what it loses: a main artist, its audio or its video master. The count only grows.
 */
import { countWrite } from '../../kit/records/counts.ts';
import { heldLinkings } from '../../kit/records/linked-records.ts';
import type { Store } from '../../kit/records/store.ts';
import { type Condition, equal } from '../../kit/table/expressions.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { albumTracks } from '../api/album-tracks.ts';
import type { Album } from '../api/albums.ts';

/** Beside the counts that follow from the declarations. */
const LOST = 'contents-lost';

const lossOn = (album: string): Write => countWrite(recordKey('albums', album), LOST, 1);

/** Counts a loss on each album of a track. @returns writes that also check that these are its albums. */
export async function lossesOf(
  store: Pick<Store, 'api' | 'table'>,
  track: { readonly type: string; readonly id: string; readonly ownerId: string },
): Promise<Write[]> {
  const { linkings, unchanged } = await heldLinkings(store, track, { resource: albumTracks, by: 'track' });
  return [...unchanged, ...linkings.flatMap(({ ids: { album } }) => (album ? [lossOn(album)] : []))];
}

/** No track of the album has lost anything since the album was read. */
export function nothingLost({ id, counts = {} }: Pick<Album, 'id' | 'counts'>): Write {
  const path = ['counts', LOST] as const;
  const count = counts[LOST] ?? 0;
  const none: Condition = { any: [{ missing: path }, equal(path, 0)] };
  return { check: recordKey('albums', id), condition: count === 0 ? none : equal(path, count) };
}
