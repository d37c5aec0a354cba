/** The change of an album after a hand-over or a report of a store. */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import type { Change } from '../../kit/records/changes.ts';
import { changed, type Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { indexingWork } from '../../matching/released/indexing-work.ts';
import type { AlbumFacts } from './delivery-outcome.ts';

/** Why the deliveries of an album are not held beside the album. */
export const NEW_DELIVERIES = 'An approval that adds deliveries writes the album, which is held.';

export const factsOf = ({ fields }: Album): AlbumFacts => ({
  status: fields['last-status'],
  liveDsps: fields['live-dsps'],
});

/**
 * Also removes a taken-down album from the index of released tracks, or adds a restored one.
 */
export function albumChange(
  store: Store,
  before: Album,
  { status, liveDsps, wasDelivered }: AlbumFacts & { readonly wasDelivered: boolean },
): { readonly also: readonly Change[]; readonly writes: readonly Write[] } {
  const was = before.fields;
  const isSame =
    status === was['last-status'] &&
    String(liveDsps) === String(was['live-dsps']) &&
    wasDelivered === was['was-delivered'];
  if (isSame) return { also: [], writes: [] };
  const fields = { 'last-status': status, 'live-dsps': [...liveDsps], 'was-delivered': wasDelivered };
  const isReleased = status !== 'taken_down';
  const isIndexed = was['last-status'] !== 'taken_down';
  return {
    also: [{ resource: albums, before, after: changed(store, albums, { before, fields }) }],
    writes:
      isReleased === isIndexed
        ? []
        : [indexingWork.start({ albumId: before.id, ownerId: before.ownerId, isReleased }, store.now)],
  };
}
