/** Distribution: requests of owners, and deliveries to stores. */

import { albumEvents, deliveryEvents, requestEvents } from './announced-events.ts';
import { deliveries } from './api/deliveries.ts';
import { distributionRequests } from './api/distribution-requests.ts';
import { albumHolding, albumTrackHolding, trackHolding } from './holding/holding-hooks.ts';
import { profileHolding } from './holding/profile-hooks.ts';
import { requestHooks } from './hooks/request-hooks.ts';
import { artistNoting, labelNoting } from './seen/naming-hooks.ts';
import { albumArtistNoting, trackArtistNoting, trackAssetNoting } from './seen/noting-hooks.ts';
import { deliveriesView } from './views/deliveries.ts';
import { distributionRequestsView } from './views/distribution-requests.ts';
import { givingWork } from './work/giving-work.ts';
import { storeReadingWork } from './work/reading-work.ts';
import { reviewWork } from './work/review-work.ts';
import { storeTestWork } from './work/store-test-work.ts';
import { storeWork } from './work/store-work.ts';
import { transferWork } from './work/transfer-work.ts';

export const types = [distributionRequests, deliveries] as const;
export const views = { deliveries: deliveriesView, 'distribution-requests': distributionRequestsView };
export const hooks = {
  'artist-dsp-availabilities': profileHolding,
  albums: albumHolding,
  'album-tracks': albumTrackHolding,
  tracks: trackHolding,
  labels: labelNoting,
  artists: artistNoting,
  'album-artists': albumArtistNoting,
  'track-artists': trackArtistNoting,
  'track-assets': trackAssetNoting,
  'distribution-requests': requestHooks,
};
export const work = [
  storeWork,
  transferWork,
  storeTestWork,
  storeReadingWork,
  reviewWork,
  givingWork,
] as const;
export const events = {
  albums: albumEvents,
  'distribution-requests': requestEvents,
  deliveries: deliveryEvents,
};
export { distributionKeyRows as keys } from './keys.ts';
export { movedDistribution as moves } from './moved.ts';
export { distributionProblems as problems } from './problems.ts';
