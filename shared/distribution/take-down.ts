/** Takes an album down without its owner, by creating and approving a takedown request in one transaction. */

import { type Album, albums } from '../catalogue/api/albums.ts';
import { decided } from '../kit/records/decided.ts';
import { unheld } from '../kit/records/deciding.ts';
import { changed, findRecord, newRecord, type Store, save } from '../kit/records/store.ts';
import { problem, throwIfAny } from '../kit/values/problems.ts';
import { type DeliveryId, dspsOf, newestDeliveries } from './album-stores.ts';
import { type DistributionRequest, distributionRequests } from './api/distribution-requests.ts';
import { requestsOf } from './contents/album-requests.ts';
import { newDeliveries, recipientFacts, recipientsOf } from './new-deliveries.ts';
import { RECIPIENTS } from './review/request-decision.ts';
import { openProblems } from './rules/distribution-request.ts';
import { defaultDsps, noDspProblems } from './rules/store-requests.ts';
import { allCountries } from './store-countries.ts';

/** Who decided and why, for the record. */
export interface Takedown {
  readonly actor: string;
  readonly reason: string;
}

/**
 * @returns the request, which is `sent`.
 * @throws unknown_record; distribution_request_exists if the album has an open request;
 * takedown_requires_sent_delivery if no DSP has the album.
 */
export const takeDown = (unread: Store, albumId: string, takedown: Takedown): Promise<DistributionRequest> =>
  decided(unread, async (store) => {
    const album = await findRecord(store, albums, albumId);
    if (!album) throw problem('unknown_record', `There is no album ${albumId}.`);
    throwIfAny(openProblems(requestsOf(album)));
    const reading = unheld(store, RECIPIENTS);
    const facts = await recipientFacts(reading, album);
    const request = await sentRequest(reading, album, { ...takedown, list: facts.deliveries });
    const { also, writes } = newDeliveries(
      store,
      { request, album, isPinned: false },
      await recipientsOf(reading, { request, album }, facts),
    );
    // Every request writes the album, so concurrent requests conflict here.
    const after = changed(store, albums, { before: album, fields: { 'qa-status': 'approved' } });
    const changes = [
      { resource: distributionRequests, after: request },
      { resource: albums, before: album, after },
      ...also,
    ];
    const outcome = await save(store, changes, writes);
    return outcome.is === 'saved' ? request : 'again';
  });

async function sentRequest(
  store: Store,
  album: Album,
  { actor, reason, list }: Takedown & { readonly list: readonly DeliveryId[] },
): Promise<DistributionRequest> {
  const dsps = dspsOf(album, { allowed: [], newest: await newestDeliveries(store, list) });
  throwIfAny(noDspProblems('takedown', dsps));
  const { 'last-status': status } = album.fields;
  const at = store.now.toISOString();
  return newRecord(store, distributionRequests, {
    ownerId: album.ownerId,
    fields: {
      'request-type': 'takedown',
      status: 'sent',
      date: at.slice(0, 10),
      album: album.id,
      dsps: defaultDsps('takedown', dsps),
      countries: allCountries(),
      'album-status-before': status,
      decisions: [{ decision: 'approve', actor, at, reason }],
    },
  });
}
