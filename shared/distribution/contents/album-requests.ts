/** What the requests and deliveries of an album forbid. */
import type { Album } from '../../catalogue/api/albums.ts';
import { openRequests, pendingDeliveries, sentDeliveryRequests, sentRequests } from '../counters.ts';
import type { AlbumRequests } from '../rules/distribution-request.ts';

export const requestsOf = (album: Album): AlbumRequests => ({
  open: openRequests.of(album),
  sentDeliveries: sentDeliveryRequests.of(album),
});

export const isRequested = (album: Album): boolean => openRequests.of(album) > 0;

/** Whether a decision or a delivery depends on how often the owner changes it: from the request on, until the deliveries end. */
export const isCounted = (album: Album): boolean => isRequested(album) || pendingDeliveries.of(album) > 0;

/** Whether it is logged what the owner changes. An update is then shown with what differs from what stores have. */
export const isWatched = (album: Album): boolean => isCounted(album) || album.fields['live-dsps'].length > 0;

/** Whether stores have the album or are about to get it. False after a takedown. */
export function isInDistribution(album: Album): boolean {
  const { 'live-dsps': live, 'last-status': status } = album.fields;
  const isSent = sentRequests.of(album) > 0 && status === 'approved';
  const isOnItsWay = isSent || (pendingDeliveries.of(album) > 0 && status !== 'taken_down');
  return openRequests.of(album) > 0 || live.length > 0 || isOnItsWay;
}
