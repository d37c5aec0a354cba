/**
 * Records the result of a hand-over in one transaction: the delivery, its request, its album and the
 * remaining work.
 */

import { setTimeout } from 'node:timers/promises';
import { albums } from '../../catalogue/api/albums.ts';
import { tracksOfAlbum } from '../../catalogue/counters.ts';
import type { Fields } from '../../kit/declare/fields.ts';
import type { Change } from '../../kit/records/changes.ts';
import { decided } from '../../kit/records/decided.ts';
import { type Deciding, plain, unheld } from '../../kit/records/deciding.ts';
import { changed, findRecord, type Store, save } from '../../kit/records/store.ts';
import { ConditionsFailed } from '../../kit/table/commit.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { isHeld } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { dspOf, replacementOf } from '../album-stores.ts';
import { type Delivery, deliveries } from '../api/deliveries.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { awaits } from '../awaiting/awaited.ts';
import { pendingOfRequest, sentOfRequest } from '../counters.ts';
import { deliveryStatusAfter, requestStatusAfter } from '../rules/distribution.ts';
import { type ClaimedStoreWork, storeWork } from '../work/store-work.ts';
import { albumChange, factsOf, NEW_DELIVERIES } from './album-change.ts';
import { type Ending, effectsOf, type Postponed } from './delivery-outcome.ts';
import { markJoined } from './mark-delivered.ts';

export interface Settled {
  /** The delivery as it was read. */
  readonly delivery: Delivery;
  readonly ending: Ending | Postponed;
  /** How many attempts were made, with this one. */
  readonly attempts: number;
  /** The product code of the release that was handed over, if any. */
  readonly upc?: string | null | undefined;
  /** How many tracks the release had. Unknown for transfers that an earlier version started. */
  readonly tracks?: number | undefined;
  /** The store acknowledges it, which takes hours. */
  readonly isAwaited?: boolean;
  /** Whether the store may have a part of it, although the delivery has failed. */
  readonly mayBeInStore?: boolean;
  /** The row of the remaining work, if any. */
  readonly next: (Item & Key) | undefined;
}

/** The claimed row of a delivery, of either kind of work. */
export type ClaimedDelivery = Pick<
  ClaimedStoreWork,
  'deliveryId' | 'approvedTogether' | 'isPinned' | 'claimant'
>;

/**
 * Retries if the delivery, its request or its album change concurrently. All deliveries of a request write to
 * its row, and one for each store can end at the same time.
 * @returns whether it was the last pending delivery of its request.
 * @throws Overtaken, also if the delivery is gone.
 */
export async function settleDelivery(
  unread: Store,
  claimed: ClaimedDelivery,
  { delivery, next, ...made }: Settled,
): Promise<boolean> {
  const condition = isHeld(claimed);
  const work: Write = next
    ? { put: next, condition }
    : { delete: storeWork.key(claimed.deliveryId), condition };
  const held: Store = { ...unread, commit: (writes) => commitUnlessOvertaken(unread, writes, work) };
  let before: Delivery | undefined = delivery;
  await ownTurn(claimed);
  return decided<Store, boolean>(held, async (store) => {
    if (before?.fields.status !== 'pending') throw new Overtaken();
    const { changes, writes, isLast } = await consequences(store, before, made);
    const outcome = await save(store, changes, [work, ...writes]);
    if (outcome.is === 'saved') return isLast;
    before = await findRecord(store, deliveries, claimed.deliveryId);
    return 'again';
  });
}

const TURN_MS = 50;

/**
 * Lets the deliveries of an album end at different times, because a rejected transaction costs as much as a
 * successful one.
 */
const ownTurn = ({ approvedTogether = 1 }: ClaimedDelivery): Promise<unknown> =>
  setTimeout(Math.random() * (approvedTogether - 1) * TURN_MS);

const commitUnlessOvertaken = (store: Store, writes: readonly Write[], work: Write): Promise<unknown> =>
  store.commit(writes).catch((error: unknown) => {
    throw error instanceof ConditionsFailed && error.failed.has(work) ? new Overtaken() : error;
  });

interface Consequences {
  readonly changes: readonly Change[];
  readonly writes: readonly Write[];
  readonly isLast: boolean;
}

async function consequences(
  store: Store & Deciding,
  before: Delivery,
  { ending, attempts, upc, tracks, isAwaited, mayBeInStore = false }: Omit<Settled, 'delivery' | 'next'>,
): Promise<Consequences> {
  const fields = { ...fieldsAfter(ending, store.now), attempts };
  const changeTo = (all: typeof fields): Change => ({
    resource: deliveries,
    before,
    after: changed(store, deliveries, { before, fields: all }),
  });
  if (ending.is === 'pending') return { changes: [changeTo(fields)], writes: [], isLast: false };
  const request = await findRecord(store, distributionRequests, before.fields['distribution-request']);
  const album = await findRecord(store, albums, before.fields.album);
  if (!request || !album) return { changes: [changeTo(fields)], writes: [], isLast: false };
  const replacedBy =
    ending.is === 'failed' ? await replacementOf(unheld(store, NEW_DELIVERIES), before) : null;
  const after = changed(store, deliveries, { before, fields: { ...fields, 'replaced-by': replacedBy } });
  const { type } = before.fields;
  const delivery = {
    type,
    dsp: dspOf(before),
    othersPending: pendingOfRequest.of(request) - 1,
    othersSent: sentOfRequest.of(request),
  };
  const effects = effectsOf(ending, delivery, factsOf(album));
  const isInStore = (ending.is !== 'failed' || mayBeInStore) && type !== 'takedown';
  // While it is delivered, tracks can be added to an album, but none can be removed.
  if (isInStore && !album.fields['was-delivered'] && tracksOfAlbum.of(album) !== tracks)
    await markJoined(plain(store), album);
  const { also, writes } = albumChange(store, album, {
    ...effects.album,
    ...(isInStore && { 'was-delivered': true }),
    ...(isInStore && upc !== undefined && { 'delivered-upc': upc }),
  });
  return {
    changes: [
      { resource: deliveries, before, after },
      ...also,
      ...(effects.failsRequest ? [failedRequest(store, request)] : []),
    ],
    writes: isAwaited ? [...writes, awaits(after)] : writes,
    isLast: delivery.othersPending === 0,
  };
}

function fieldsAfter(ending: Ending | Postponed, now: Date): Partial<Fields<typeof deliveries>> {
  if (ending.is === 'pending') return { 'last-error': ending.reason };
  const ended = { date: now.toISOString(), status: deliveryStatusAfter(ending.is), 'last-error': null };
  if (ending.is === 'failed') return { ...ended, errors: ending.reason, failure: ending.failure };
  return { ...ended, ...(ending.is === 'skipped' && { report: 'skipped' }) };
}

function failedRequest(store: Store, before: DistributionRequest): Change {
  const status = requestStatusAfter(before.fields.status, { on: 'fail', by: 'service' });
  const decision = { decision: 'fail', actor: 'service', at: store.now.toISOString(), reason: null };
  const fields = { status, decisions: [...before.fields.decisions, decision] };
  const after = changed(store, distributionRequests, { before, fields });
  return { resource: distributionRequests, before, after };
}
