/** One attempt to transfer the package of a delivery to its connected store. */
import { albums } from '../../catalogue/api/albums.ts';
import { findRecord, storeOf } from '../../kit/records/store.ts';
import type { Outcome } from '../../kit/work/attempt.ts';
import { NoSlot } from '../../kit/work/lease.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { dspOf } from '../album-stores.ts';
import { type Delivery, deliveries } from '../api/deliveries.ts';
import { completionWork } from '../deliveries/considered-complete.ts';
import type { Ending } from '../deliveries/delivery-outcome.ts';
import { settleAndClear } from '../deliveries/settle-and-clear.ts';
import { isEarlierArriving, isOvertaken, isTakenBack } from '../deliveries/takedowns.ts';
import { storeWork } from '../work/store-work.ts';
import { type TransferWork, transferWork } from '../work/transfer-work.ts';
import { isLong, longFailureOf, recordContact, type StoreContact } from './contact.ts';
import { type Placed, placePackage } from './place-package.ts';
import type { TransferLine } from './transfer-line.ts';
import type { Transferring } from './transferring.ts';

type Transferred = Outcome<TransferWork, TransferLine>;

export type Place = typeof placePackage;

/** @param place for tests. */
export async function transferDelivery(
  transferring: Transferring,
  place: Place = placePackage,
): Promise<Transferred> {
  const { api, table, now, claimed, lease } = transferring;
  const store = storeOf(api, { table, now: now() });
  const delivery = await findRecord(store, deliveries, claimed.deliveryId);
  if (delivery?.fields.status !== 'pending') return 'gone';
  const album = await findRecord(store, albums, delivery.fields.album);
  if (!album) return end(transferring, delivery, impossible('The album was deleted.'));
  const handed = { delivery, album };
  if (await isEarlierArriving(store, handed)) throw new NoSlot();
  if (await isTakenBack(store, handed, claimed))
    return end(transferring, delivery, impossible('The album has since been taken down from the store.'));
  if (await isOvertaken(store, handed))
    return end(transferring, delivery, impossible('The store has a later delivery of the album.'));
  await lease.takeSlot();
  const placed = await place(transferring, delivery);
  if (placed.is === 'gone') return end(transferring, delivery, impossible(placed.reason));
  const problem = placed.is === 'failed' ? placed.reason : null;
  const ended = { problem, writing: problem, now: now() };
  const contact = await recordContact(table, dspOf(delivery), ended);
  if (placed.is === 'unfinished') return again(transferring, delivery, placed.placed);
  if (placed.is === 'failed') return failed(transferring, { delivery, placed, contact });
  return end(transferring, delivery, { is: 'accepted' }, placed.bytes);
}

const impossible = (reason: string): Ending => ({ is: 'failed', failure: 'impossible', reason });

const lineOf = (delivery: Delivery, { claimed }: Transferring) =>
  ({
    message: 'store.transferred',
    deliveryId: delivery.id,
    dsp: dspOf(delivery),
    attempt: claimed.failed + 1,
  }) as const;

/** Ran out of time. Does not count, because it continues. */
function again(transferring: Transferring, delivery: Delivery, placed: number): Transferred {
  const { claimed, now } = transferring;
  return {
    is: 'again',
    next: transferWork.next(claimed, now(), { placed }),
    line: { ...lineOf(delivery, transferring), outcome: 'unfinished' },
  };
}

/** @param bytes that were sent. */
async function end(
  transferring: Transferring,
  delivery: Delivery,
  ending: Ending,
  bytes = 0,
): Promise<Transferred> {
  const { claimed, now } = transferring;
  const attempts = claimed.failed + 1;
  const step = { ...claimed, ownerId: delivery.ownerId, position: claimed.position + 1 };
  const next = ending.is === 'accepted' ? completionWork(step, now()) : undefined;
  const row = next && storeWork.item(next);
  const isAwaited = ending.is === 'accepted';
  const mayBeInStore = claimed.placed > 0;
  const { upc, tracks } = claimed;
  await settleAndClear(
    { delivery, ending, attempts, next: row, upc, tracks, isAwaited, mayBeInStore },
    transferring,
  );
  const reason = 'reason' in ending ? { reason: ending.reason } : {};
  return {
    is: 'recorded',
    line: { ...lineOf(delivery, transferring), ...reason, bytes, outcome: ending.is },
  };
}

interface Failed {
  readonly delivery: Delivery;
  readonly placed: Extract<Placed, { is: 'failed' }>;
  readonly contact: StoreContact;
}

async function failed(
  transferring: Transferring,
  { delivery, placed: { reason, fault, placed }, contact }: Failed,
): Promise<Transferred> {
  const { claimed, now, random } = transferring;
  const attempts = claimed.failed + 1;
  const due = { gaps: readRetryGaps(transferWork), attempts, now: now(), random: random() };
  const at = nextAttemptAt(due);
  const next = at ? transferWork.next(claimed, at, { failed: attempts, placed }) : undefined;
  const ending = at
    ? ({ is: 'pending', reason } as const)
    : ({ is: 'failed', failure: 'exhausted', reason } as const);
  const row = next && transferWork.item(next);
  const mayBeInStore = placed > 0;
  const { upc, tracks } = claimed;
  await settleAndClear({ delivery, ending, attempts, next: row, upc, tracks, mayBeInStore }, transferring);
  const isLate = isLong(delivery.fields['created-at'], now());
  const isUnreachable = longFailureOf(contact, now()) !== undefined;
  return {
    is: 'recorded',
    next,
    line: {
      ...lineOf(delivery, transferring),
      level: 'warn',
      fault,
      reason,
      outcome: ending.is,
      ...(isLate && { isLate }),
      ...(isUnreachable && { isUnreachable }),
    },
  };
}
