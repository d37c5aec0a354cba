/** The commands about distribution, in the order of the help, with the code that runs each. */
import { listed } from '../../kit/commands/listed.ts';
import {
  advanceCodes,
  approveRequest,
  listDeliveries,
  listRequests,
  listStores,
  rejectRequest,
  reportStore,
  requeueRequest,
  setStore,
  showAlbum,
  showRelease,
  showRequest,
  takedownAlbum,
} from '../commands.ts';
import { connectStore, disconnectStore, readStore, testStore } from '../connection-commands.ts';
import { countReviews, listReviews, lookAtRequest } from '../review-commands.ts';

export const distributionCommands = [
  listed(setStore, () => import('./set-store.ts')),
  listed(connectStore, () => import('./connect-store.ts')),
  listed(testStore, () => import('./test-store.ts')),
  listed(readStore, () => import('./read-store.ts')),
  listed(disconnectStore, () => import('./disconnect-store.ts')),
  listed(listStores, () => import('./list-stores.ts')),
  listed(approveRequest, () => import('./approve-request.ts')),
  listed(rejectRequest, () => import('./reject-request.ts')),
  listed(requeueRequest, () => import('./requeue-request.ts')),
  listed(takedownAlbum, () => import('./takedown-album.ts')),
  listed(listRequests, () => import('./list-requests.ts')),
  listed(listReviews, () => import('./list-reviews.ts')),
  listed(countReviews, () => import('./count-reviews.ts')),
  listed(lookAtRequest, () => import('./look-at-request.ts')),
  listed(showRelease, () => import('./show-release.ts')),
  listed(listDeliveries, () => import('./list-deliveries.ts')),
  listed(showRequest, () => import('./show-request.ts')),
  listed(showAlbum, () => import('./show-album.ts')),
  listed(reportStore, () => import('./report-store.ts')),
  listed(advanceCodes, () => import('./advance-codes.ts')),
] as const;
