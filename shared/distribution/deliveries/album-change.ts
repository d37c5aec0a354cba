/** The change of an album after a hand-over or a report of a store. */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import type { Change } from '../../kit/records/changes.ts';
import { changed, type Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { indexingWork } from '../../matching/released/indexing-work.ts';
import type { AlbumStatus } from '../../reference/rules/album-statuses.ts';
import type { AlbumFacts } from './delivery-outcome.ts';

/** Why the deliveries of an album are not held beside the album. */
export const NEW_DELIVERIES = 'An approval that adds deliveries writes the album, which is held.';

export const factsOf = ({ fields }: Album): AlbumFacts => ({
  status: fields['last-status'],
  liveDsps: fields['live-dsps'],
});

/** Whether a store ever got an album, and with which product code it got it last. */
type DeliveredAs = Pick<Album['fields'], 'was-delivered' | 'delivered-upc'>;

/** A DSP that had the album before has it since then. Null if nothing is known of any. */
function liveSince(
  { 'live-dsps': before, 'live-since': known }: Album['fields'],
  { liveDsps, now }: Pick<AlbumFacts, 'liveDsps'> & { readonly now: Date },
): Album['fields']['live-since'] {
  const entries = liveDsps.flatMap((dsp) => {
    const since = before.includes(dsp) ? known?.[dsp] : now.toISOString();
    return since === undefined ? [] : [[dsp, since] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** An album that no store ever got is not released once its deliveries have failed. */
const isReleasedAs = (
  { 'was-delivered': was }: Pick<DeliveredAs, 'was-delivered'>,
  status: AlbumStatus,
): boolean => status !== 'taken_down' && (was || status !== 'error');

/**
 * Also removes a taken-down album, or one that no store got, from the index of released tracks, or adds a restored one.
 * @param delivered as before by default.
 */
export function albumChange(
  store: Store,
  before: Album,
  { status, liveDsps, ...delivered }: AlbumFacts & Partial<DeliveredAs>,
): { readonly also: readonly Change[]; readonly writes: readonly Write[] } {
  const was = before.fields;
  const now = { ...was, ...delivered };
  const isSame =
    status === was['last-status'] &&
    String(liveDsps) === String(was['live-dsps']) &&
    now['was-delivered'] === was['was-delivered'] &&
    now['delivered-upc'] === was['delivered-upc'];
  if (isSame) return { also: [], writes: [] };
  const fields = {
    'last-status': status,
    'live-dsps': [...liveDsps],
    ...delivered,
    'live-since': liveSince(was, { liveDsps, now: store.now }),
  };
  const isReleased = isReleasedAs(now, status);
  const isIndexed = isReleasedAs(was, was['last-status']);
  return {
    also: [{ resource: albums, before, after: changed(store, albums, { before, fields }) }],
    writes:
      isReleased === isIndexed
        ? []
        : [indexingWork.start({ albumId: before.id, ownerId: before.ownerId, isReleased }, store.now)],
  };
}
