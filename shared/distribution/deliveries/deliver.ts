/** One step of one delivery: hand it over to its store, or hear what the store says of it by itself. */
import { albums } from '../../catalogue/api/albums.ts';
import { findRecord, type Store, storeOf } from '../../kit/records/store.ts';
import { isProblem, type ProblemCode } from '../../kit/values/problems.ts';
import { writeHeld } from '../../kit/work/claim.ts';
import { isHeld } from '../../kit/work/due.ts';
import { hold } from '../../kit/work/hold.ts';
import { enqueue } from '../../kit/work/kind.ts';
import { type Lease, NoPlace } from '../../kit/work/lease.ts';
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { readSettings } from '../../platform/settings.ts';
import { deliveries } from '../api/deliveries.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { storeWorkKey } from '../keys.ts';
import type { Handover } from '../stores/dsp-store.ts';
import type { Transfers } from '../stores/store-for.ts';
import { completionWork } from './considered-complete.ts';
import type { Delivering } from './delivering.ts';
import type { Ending } from './delivery-outcome.ts';
import { holdIsrcs } from './hold-isrcs.ts';
import type { StoreLine } from './line.ts';
import { parcelOf, type Sent } from './parcel-of.ts';
import { postponeDelivery } from './postpone-delivery.ts';
import { recordStatement } from './record-statement.ts';
import { settleDelivery } from './settle-delivery.ts';
import { type ClaimedStoreWork, type StoreMessage, type StoreWork, storeWork } from './store-work.ts';
import { isStillArriving, isTakenBack } from './taken-back.ts';

/**
 * @returns what the log says about it.
 * @throws on faults of the service: the message is redelivered, and the try does not count.
 */
export async function deliver(message: StoreMessage, delivering: Delivering): Promise<StoreLine> {
  const { table, now } = delivering;
  const { deliveryId, attempt } = message;
  const key = storeWorkKey(deliveryId);
  const done = await hold(table, { kind: storeWork, key, attempt, now }, (claimed, lease) =>
    takeStep(claimed, lease, delivering),
  );
  return typeof done === 'string' ? { message: 'store.skipped', outcome: done } : done;
}

async function takeStep(claimed: ClaimedStoreWork, lease: Lease, delivering: Delivering): Promise<StoreLine> {
  const { api, table, now } = delivering;
  if (claimed.report) return hear(claimed, claimed.report, delivering);
  const { deliveryId } = claimed;
  const store = storeOf(api, { table, now: now() });
  const delivery = await findRecord(store, deliveries, deliveryId);
  if (delivery?.fields.status !== 'pending') {
    await writeHeld(table, claimed, { delete: storeWorkKey(deliveryId) });
    return { message: 'store.skipped', outcome: 'gone' };
  }
  const sent = await sentBy(store, delivery);
  if (sent && (await isStillArriving(store, sent))) throw new NoPlace();
  const until = AbortSignal.any([lease.lost, AbortSignal.timeout(HANDOVER_MS)]);
  if (sent) return handOver(claimed, { sent, transfers: { until, begin: lease.takePlace } }, delivering);
  const ending = { is: 'failed', reason: 'The album was deleted.' } as const;
  await settleDelivery(store, claimed, { ending, next: undefined });
  return { message: 'store.skipped', outcome: 'gone' };
}

async function sentBy(store: Store, delivery: Sent['delivery']): Promise<Sent | undefined> {
  const { album: albumId, 'distribution-request': requestId } = delivery.fields;
  const request = await findRecord(store, distributionRequests, requestId ?? '');
  const album = await findRecord(store, albums, albumId ?? '');
  return request && album ? { delivery, request, album } : undefined;
}

/** Less than the function's time: what is left of a transfer is for the next try. */
const HANDOVER_MS = 780_000;

async function handOver(
  claimed: ClaimedStoreWork,
  { sent, transfers }: { readonly sent: Sent; readonly transfers: Transfers },
  { api, table, now, random, storeFor }: Delivering,
): Promise<StoreLine> {
  const store = storeOf(api, { table, now: now() });
  const isTaken = await isTakenBack(store, sent);
  const parcel = isTaken ? undefined : await parcelOf(store, sent);
  const attempts = claimed.position + 1;
  const dsp = sent.delivery.fields.dsp ?? '';
  const nothing: Handover = isTaken ? takenBack : { is: 'skipped' };
  const handover = parcel ? await storeFor(table, dsp, transfers).hand(parcel, attempts) : nothing;
  if (parcel && hasRelease(handover) && parcel.type !== 'takedown')
    await holdIsrcs(store, parcel.release.tracks);
  const about = {
    deliveryId: claimed.deliveryId,
    dsp,
    attempt: attempts,
    handover: handover.is,
    ...('reason' in handover && { reason: handover.reason }),
  } as const;
  const ended = storeOf(api, { table, now: now() });
  const due = { gaps: readSettings().deliveryRetryGaps, attempts, now: now(), random: random() };
  const again = handover.is === 'failed' ? { at: nextAttemptAt(due), reason: handover.reason } : null;
  if (again?.at) {
    const next = laterWork(claimed, again.at, null);
    const { reason } = again;
    const postponed = await postponeDelivery(ended, claimed, { next, reason });
    if (postponed === 'settled') await enqueue(storeWork, [next], now());
    return { message: 'store.attempted', ...about, outcome: postponed === 'settled' ? 'pending' : postponed };
  }
  const next = reportWork(claimed, handover, now());
  const settled = await settleDelivery(ended, claimed, { ending: endingOf(handover), next });
  if (settled === 'settled' && next) await enqueue(storeWork, [next], now());
  const outcome = settled === 'settled' ? endingOf(handover).is : settled;
  return { message: 'store.attempted', ...about, outcome };
}

const takenBack: Handover = { is: 'rejected', reason: 'The album was taken down from the store since.' };

/** Whether the store has the release now, or had it before. */
const hasRelease = ({ is }: Handover): boolean => is === 'accepted' || is === 'skipped';

function endingOf(handover: Handover): Ending {
  if (handover.is === 'accepted' || handover.is === 'skipped') return { is: handover.is };
  return { is: 'failed', reason: handover.reason };
}

const laterWork = (claimed: ClaimedStoreWork, at: Date, report: StoreWork['report']): StoreWork => ({
  deliveryId: claimed.deliveryId,
  ownerId: claimed.ownerId,
  report,
  position: claimed.position + 1,
  nextAttemptAt: at.toISOString(),
  claimedUntil: null,
});

/** A store that reports by itself does so after a while. What another is silent about is completed in the end. */
function reportWork(claimed: ClaimedStoreWork, handover: Handover, now: Date): StoreWork | undefined {
  if (handover.is !== 'accepted') return undefined;
  if (!handover.report) return completionWork({ ...claimed, position: claimed.position + 1 }, now);
  const { afterSeconds, outcome, ...said } = handover.report;
  const at = new Date(now.getTime() + afterSeconds * 1000);
  return laterWork(claimed, at, { outcome, reason: 'reason' in said ? said.reason : null });
}

/** Why a report changes nothing: an operator was faster, or the delivery is gone. */
const superseded: readonly ProblemCode[] = ['delivery_not_sent', 'delivery_reported', 'unknown_record'];

/** An operator may have reported something else meanwhile: then that stands. */
async function hear(
  claimed: ClaimedStoreWork,
  report: NonNullable<StoreWork['report']>,
  { api, table, now }: Delivering,
): Promise<StoreLine> {
  const key = storeWorkKey(claimed.deliveryId);
  const end = { delete: key, condition: isHeld(claimed) };
  const about = {
    message: 'store.reported',
    deliveryId: claimed.deliveryId,
    report: report.outcome,
  } as const;
  try {
    await recordStatement(storeOf(api, { table, now: now() }), claimed.deliveryId, report, [end]);
  } catch (error) {
    if (!superseded.some((code) => isProblem(error, code))) throw error;
  }
  await writeHeld(table, claimed, { delete: key });
  return about;
}
