/** What the requests and deliveries of an album forbid, and conditions that their counts have not changed. */
import type { Album } from '../../catalogue/api/albums.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { openRequests, pendingDeliveries, sentDeliveryRequests, sentRequests } from '../counters.ts';
import type { AlbumRequests } from '../rules/distribution-request.ts';

export const requestsOf = (album: Album): AlbumRequests => ({
  open: openRequests.of(album),
  sentDeliveries: sentDeliveryRequests.of(album),
});

/** Fails if a request was made or decided, or a delivery ended, since the album was read. */
export const requestsUnchanged = (album: Album): Write => ({
  check: recordKey(album.type, album.id),
  condition: {
    all: [openRequests, sentRequests, sentDeliveryRequests, pendingDeliveries].map((counter) =>
      counter.unchanged(album),
    ),
  },
});

/** Whether stores have the album or are about to get it. False after a takedown. */
export function isInDistribution(album: Album): boolean {
  const { 'live-dsps': live, 'last-status': status } = album.fields;
  const isSent = sentRequests.of(album) > 0 && status === 'approved';
  const isOnItsWay = isSent || (pendingDeliveries.of(album) > 0 && status !== 'taken_down');
  return openRequests.of(album) > 0 || live.length > 0 || isOnItsWay;
}
