/** One step of one delivery: hands it over to its store, or records the store's later report. */
import { albums } from '../../catalogue/api/albums.ts';
import type { Parcel } from '../../ern/write/parcel.ts';
import { readTogether } from '../../kit/records/decided.ts';
import { findRecord, type Store, storeOf } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import { isProblem, type ProblemCode } from '../../kit/values/problems.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { writeHeld } from '../../kit/work/claim.ts';
import { isHeld } from '../../kit/work/due.ts';
import { NoSlot } from '../../kit/work/lease.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { startAnalyses } from '../../matching/sound/start-analysis.ts';
import { LONG_ATTEMPT_MS } from '../../platform/long-attempts.ts';
import { readSettings } from '../../platform/settings.ts';
import { dspOf } from '../album-stores.ts';
import { type Delivery, deliveries } from '../api/deliveries.ts';
import { awaitsNoMore } from '../awaiting/awaited.ts';
import { UNCONFIRMED } from '../rules/distribution.ts';
import type { DspStore, Handover } from '../stores/dsp-store.ts';
import type { Transfers } from '../stores/store-for.ts';
import { type ClaimedStoreWork, type StoreWork, storeWork } from '../work/store-work.ts';
import { completionWork } from './considered-complete.ts';
import type { Ending, Postponed } from './delivery-outcome.ts';
import type { StoreLine } from './line.ts';
import { markDelivered } from './mark-delivered.ts';
import { type HandedRelease, hasSameMasters, parcelFor, withheldReason } from './parcel-for.ts';
import { type ReleaseToRead, readRelease } from './read-release.ts';
import { recordStatement } from './record-statement.ts';
import { isOneOfSeveral, settleAndClear, storesRelease } from './settle-and-clear.ts';
import { approvalOf, type Sharing, sharedRelease, storedRelease } from './shared-release.ts';
import { startTransfer } from './start-transfer.ts';
import { type Handed, isStillArriving, isTakenBack } from './takedowns.ts';

interface Delivering extends Attempt<StoreWork> {
  readonly api: Store['api'];
}

type Delivered = Outcome<StoreWork, StoreLine>;

export interface Stores {
  readonly storeFor: (table: Table, dspId: string, transfers: Transfers) => DspStore;
}

export async function deliver(delivering: Delivering, stores: Stores): Promise<Delivered> {
  const { api, table, now, claimed, lease } = delivering;
  if (claimed.report) return recordReport(claimed.report, delivering);
  const store = storeOf(api, { table, now: now() });
  const delivery = await findRecord(store, deliveries, claimed.deliveryId);
  if (delivery?.fields.status !== 'pending') return 'gone';
  const album = await findRecord(store, albums, delivery.fields.album);
  if (album) {
    const handed = { delivery, album };
    if (await isStillArriving(store, handed)) throw new NoSlot();
    // The next attempt continues an unfinished transfer.
    const until = AbortSignal.any([lease.lost, AbortSignal.timeout(LONG_ATTEMPT_MS)]);
    const transfers = { until, begin: lease.takeSlot };
    return handOver({ handed, storeFor: (dsp) => stores.storeFor(table, dsp, transfers) }, delivering);
  }
  const ending = { is: 'failed', failure: 'impossible', reason: 'The album was deleted.' } as const;
  await settleAndClear({ delivery, ending, attempts: claimed.position, next: undefined }, delivering);
  return { is: 'recorded', line: { message: 'store.skipped', outcome: 'gone' } };
}

async function handOver(
  { handed, storeFor }: { readonly handed: Handed; readonly storeFor: (dsp: string) => DspStore },
  delivering: Delivering,
): Promise<Delivered> {
  const { api, table, now, random, claimed } = delivering;
  const { delivery } = handed;
  const store = storeOf(api, { table, now: now() });
  const sharing = { table, now, approval: approvalOf(delivery) };
  const isTaken = await isTakenBack(store, handed, claimed);
  const taken = isTaken ? undefined : await parcelOf(store, handed, { sharing, claimed });
  const parcel = taken?.parcel;
  const attempts = claimed.position + 1;
  const dsp = dspOf(delivery);
  const nothing: Handover = isTaken ? takenBack : { is: 'skipped' };
  const withheld = taken?.withheld;
  const handover = withheld ?? (parcel ? await storeFor(dsp).hand(parcel, attempts) : nothing);
  if (parcel && hasRelease(handover) && parcel.type !== 'takedown')
    await markDelivered(store, parcel.release.tracks, isFirstOfSeveral(claimed) ? sharing : undefined);
  const about = {
    message: 'store.attempted',
    deliveryId: claimed.deliveryId,
    dsp,
    attempt: attempts,
    handover: handover.is,
    ...('reason' in handover && { reason: handover.reason }),
    ...(handover.is === 'failed' && { level: 'warn' as const }),
  } as const;
  const due = { gaps: readRetryGaps(storeWork), attempts, now: now(), random: random() };
  const again = handover.is === 'failed' ? nextAttemptAt(due) : null;
  if (handover.is === 'packed') {
    await startTransfer(table, claimed, { dsp, release: parcel?.release, now: now() });
    return { is: 'recorded', line: { ...about, outcome: 'pending' } };
  }
  const ending = endingOf(handover, again !== null);
  const next = again ? storeWork.next(claimed, again) : reportWork(claimed, handover, now());
  const settled = {
    delivery,
    ending,
    attempts,
    next: next && storeWork.item(next),
    upc: parcel?.release.upc,
    tracks: parcel?.release.tracks.length,
  };
  await settleAndClear(settled, delivering);
  const isLate = handover.is === 'failed' && isLateAt(again ?? now(), delivery);
  return { is: 'recorded', next, line: { ...about, outcome: ending.is, ...(isLate && { isLate }) } };
}

const isFirstOfSeveral = (claimed: ClaimedStoreWork): boolean =>
  isOneOfSeveral(claimed) && claimed.position === 0;

interface Taken {
  readonly parcel: Parcel | undefined;
  /** Set if the parcel must not be handed over. */
  readonly withheld: Handover | undefined;
}

async function parcelOf(store: Store, handed: Handed, attempt: ReleaseAttempt): Promise<Taken> {
  const release = await releaseFor(store, handed, attempt);
  const parcel = parcelFor(handed.delivery, release);
  const reason = parcel && withheldReason(parcel, release);
  return { parcel, withheld: reason === undefined ? undefined : { is: 'impossible', reason } };
}

interface ReleaseAttempt {
  readonly sharing: Sharing;
  readonly claimed: ClaimedStoreWork;
}

/** @throws NoSlot while audio is analyzed, which postpones the hand-over without counting it. */
async function currentRelease(
  store: Store,
  about: ReleaseToRead,
  approved?: HandedRelease,
): Promise<HandedRelease> {
  const { awaited, ...release } = await readTogether(store, (together) =>
    readRelease(together, about, approved),
  );
  // They start only after the reads are known to belong together, because a track may have been added in between.
  if ((await startAnalyses(store, awaited)) > 0) throw new NoSlot();
  return release;
}

/**
 * A later attempt reads the release again, because its files may have been repaired. If what it shows has changed, stores
 * get the one that was approved, unless its audio was replaced as well: only the current audio can be judged.
 */
async function releaseFor(
  store: Store,
  handed: Handed,
  { sharing, claimed }: ReleaseAttempt,
): Promise<HandedRelease> {
  const read = (approved?: HandedRelease) =>
    currentRelease(store, { ...handed, moved: claimed.moved }, approved);
  if (claimed.position === 0) return storesRelease(claimed) ? sharedRelease(sharing, () => read()) : read();
  const approved = claimed.isPinned ? await storedRelease(sharing) : undefined;
  const current = await read(approved);
  if (!approved || current.changed === undefined || !hasSameMasters(approved.release, current.release))
    return current;
  const { withheldTracks, unscannedTracks } = current;
  return { ...approved, withheldTracks, unscannedTracks };
}

/** @param at the time of the next attempt, or of the last one. */
const isLateAt = (at: Date, { fields }: Delivery): boolean =>
  at.getTime() - Date.parse(fields['created-at']) >= readSettings().lateAfterSeconds.delivery * 1000;

const takenBack: Handover = {
  is: 'impossible',
  reason: 'The album has since been taken down from the store.',
};

/** Whether the store has the release, from this hand-over or an earlier one, or gets it as it is now. */
const hasRelease = ({ is }: Handover): boolean => is === 'accepted' || is === 'packed' || is === 'skipped';

function endingOf(handover: Exclude<Handover, { is: 'packed' }>, isRepeated: boolean): Ending | Postponed {
  if (handover.is === 'accepted' || handover.is === 'skipped') return { is: handover.is };
  const { is, reason } = handover;
  if (isRepeated) return { is: 'pending', reason };
  return { is: 'failed', failure: is === 'failed' ? 'exhausted' : is, reason };
}

/** The next step is the report that the store announced, or completion if the store stays silent. */
function reportWork(claimed: StoreWork, handover: Handover, now: Date): StoreWork | undefined {
  if (handover.is !== 'accepted') return undefined;
  if (!handover.report) return completionWork({ ...claimed, position: claimed.position + 1 }, now);
  const { afterSeconds, outcome, ...said } = handover.report;
  const at = new Date(now.getTime() + afterSeconds * 1000);
  return storeWork.next(claimed, at, { report: { outcome, reason: 'reason' in said ? said.reason : null } });
}

/** Problems that make a report obsolete: an operator reported first, or the delivery is gone. */
const superseded: readonly ProblemCode[] = ['delivery_not_sent', 'delivery_reported', 'unknown_record'];

/** If an operator has reported in the meantime, that report is kept. */
async function recordReport(
  report: NonNullable<StoreWork['report']>,
  { api, table, now, claimed }: Delivering,
): Promise<Delivered> {
  const { deliveryId } = claimed;
  const end = storeWork.end(deliveryId);
  try {
    const write = { ...end, condition: isHeld(claimed) };
    await recordStatement(storeOf(api, { table, now: now() }), deliveryId, report, (delivery) =>
      report.reason === UNCONFIRMED ? [write, awaitsNoMore(delivery)] : [write],
    );
  } catch (error) {
    if (!superseded.some((code) => isProblem(error, code))) throw error;
  }
  await writeHeld(table, claimed, end);
  return { is: 'recorded', line: { message: 'store.reported', deliveryId, report: report.outcome } };
}
