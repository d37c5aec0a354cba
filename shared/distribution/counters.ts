/** What albums count of their requests and deliveries, and requests of their deliveries. */
import { countersIn, countNamed } from '../kit/records/counts.ts';
import { deliveries } from './api/deliveries.ts';
import { distributionRequests } from './api/distribution-requests.ts';
import { distributionKeyRows } from './keys.ts';

const counter = countersIn(distributionKeyRows);

export const requestsOfAlbum = counter(distributionRequests, 'album');
export const openRequests = counter(distributionRequests, 'album', 'open');
export const sentRequests = counter(distributionRequests, 'album', 'sent');
/** Sent requests of the type `delivery`. */
export const sentDeliveryRequests = counter(distributionRequests, 'album', 'sent-deliveries');
export const deliveriesOfAlbum = counter(deliveries, 'album');
export const pendingDeliveries = counter(deliveries, 'album', 'pending');
export const pendingOfRequest = counter(deliveries, 'distribution-request', 'pending');
export const sentOfRequest = counter(deliveries, 'distribution-request', 'sent');
/** How often the owner has changed the release of an album while it was requested or delivered (seen/change-log.ts). */
export const releaseChanges = countNamed<'albums'>('release.changes');
/** How many of them are only about audio, for which approvals have their own rules (deliveries/withheld-tracks.ts). */
export const soundChanges = countNamed<'albums'>('release.sound-changes');
