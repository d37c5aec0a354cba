/**
 * Records the result of a hand-over in one transaction: the delivery, its request, its album and the
 * remaining work.
 */
import { albums } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import type { Fields } from '../../kit/declare/fields.ts';
import type { Change } from '../../kit/records/changes.ts';
import {
  changed,
  changedUnseen,
  findRecord,
  findRecords,
  retried,
  type Store,
  save,
} from '../../kit/records/store.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { required } from '../../kit/values/required.ts';
import { isHeld, isHeldIn } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import { dspOf } from '../album-stores.ts';
import { type Delivery, deliveries } from '../api/deliveries.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { pendingOfRequest, sentOfRequest } from '../counters.ts';
import { requestStatusAfter } from '../rules/distribution.ts';
import { albumChange, factsOf } from './album-change.ts';
import { type Ending, effectsOf, type Postponed } from './delivery-outcome.ts';
import { type ClaimedStoreWork, type StoreWork, storeWork } from './store-work.ts';

/**
 * Retries if the delivery, its request or its album change concurrently. All deliveries of a request write to
 * its row, and one for each store can end at the same time.
 * @param next the remaining work, if any.
 * @throws Overtaken, also if the delivery is gone.
 */
export function settleDelivery(
  store: Store,
  claimed: ClaimedStoreWork,
  { ending, next }: { ending: Ending | Postponed; next: StoreWork | undefined },
): Promise<void> {
  const { table } = store;
  const key = storeWork.key(claimed.deliveryId);
  const condition = isHeld(claimed);
  const work: Write = next
    ? { put: storeWork.item(next), condition: condition }
    : { delete: key, condition: condition };
  return retried<void>(async () => {
    const row = await table.get(key);
    const before = await findRecord(store, deliveries, claimed.deliveryId);
    if (!before || !isHeldIn(row, claimed)) throw new Overtaken();
    if (ending.is === 'pending' && before.fields.status !== 'pending') throw new Overtaken();
    const { changes, writes } = await consequences(store, before, ending);
    const outcome = await save(store, changes, [work, ...writes]);
    return outcome.is === 'saved' ? undefined : 'again';
  });
}

async function consequences(
  store: Store,
  before: Delivery,
  ending: Ending | Postponed,
): Promise<{ changes: readonly Change[]; writes: readonly Write[] }> {
  const after = changed(store, deliveries, { before, fields: fieldsAfter(ending, store.now) });
  const own: Change = { resource: deliveries, before, after };
  if (ending.is === 'pending') return { changes: [own], writes: [] };
  const request = await findRecord(store, distributionRequests, before.fields['distribution-request']);
  const album = await findRecord(store, albums, before.fields.album);
  if (!request || !album) return { changes: [own], writes: [] };
  const { type } = before.fields;
  const delivery = {
    type,
    dsp: dspOf(before),
    othersPending: pendingOfRequest.of(request) - 1,
    othersSent: sentOfRequest.of(request),
  };
  const effects = effectsOf(ending, delivery, factsOf(album));
  const wasDelivered = album.fields['was-delivered'] || (ending.is !== 'failed' && type !== 'takedown');
  const { also, writes } = albumChange(store, album, { ...effects.album, wasDelivered });
  return {
    changes: [own, ...also, ...(effects.failsRequest ? [failedRequest(store, request)] : [])],
    writes: [countsUnchanged(request), ...writes],
  };
}

function fieldsAfter(ending: Ending | Postponed, now: Date): Partial<Fields<typeof deliveries>> {
  if (ending.is === 'pending') return { 'last-error': ending.reason };
  const date = now.toISOString();
  if (ending.is === 'failed') return { date, status: 'error', errors: ending.reason, 'last-error': null };
  return { date, status: 'sent', 'last-error': null, ...(ending.is === 'skipped' && { report: 'skipped' }) };
}

function failedRequest(store: Store, before: DistributionRequest): Change {
  const status = requestStatusAfter(before.fields.status, { on: 'fail', by: 'service' });
  const decision = { decision: 'fail', actor: 'service', at: store.now.toISOString(), reason: null };
  const fields = { status, decisions: [...before.fields.decisions, decision] };
  const after = changed(store, distributionRequests, { before, fields });
  return { resource: distributionRequests, before, after };
}

/** Fails if another delivery of the request has ended since, because this may now be the last one. */
const countsUnchanged = (request: DistributionRequest): Write => ({
  check: recordKey(request.type, request.id),
  condition: { all: [pendingOfRequest.unchanged(request), sentOfRequest.unchanged(request)] },
});

/** A track as it was handed to a store. */
interface DeliveredTrack {
  readonly id: string;
  readonly isrc: string | null;
}

/** Each track is one row, so a part fits into one transaction. */
const TRACKS_PER_PART = 50;

/**
 * Marks the ISRCs under which tracks were delivered (shared/catalogue/rules/isrc.ts), before the delivery
 * becomes `sent`, so that reports can be matched from then on. Idempotent.
 */
export async function markDelivered(store: Store, delivered: readonly DeliveredTrack[]): Promise<void> {
  for (const part of batchesOf(delivered, TRACKS_PER_PART)) await markPart(store, part);
}

/** Rereads tracks that change concurrently and skips deleted ones. */
async function markPart(store: Store, part: readonly DeliveredTrack[]): Promise<void> {
  const codes = new Map(part.map(({ id, isrc }) => [id, isrc ?? '']));
  await retried(async () => {
    const current = await findRecords(store, tracks, codes.keys());
    const changes = current.flatMap((track) =>
      deliveredAs(track, required(codes.get(track.id), 'Only these tracks are read.')),
    );
    if (changes.length === 0) return 'marked';
    return (await save(store, changes)).is === 'saved' ? 'marked' : 'again';
  });
}

const deliveredAs = (before: Track, code: string): Change[] =>
  before.fields['delivered-isrc'] === code
    ? []
    : [{ resource: tracks, before, after: changedUnseen(before, { 'delivered-isrc': code }) }];
