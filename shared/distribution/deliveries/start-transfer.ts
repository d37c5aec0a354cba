/** Starts the transfer of a package to its store. Its row replaces that of the hand-over. */
import type { ParcelRelease } from '../../ern/write/parcel.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../../kit/table/causes.ts';
import type { Table } from '../../kit/table/table.ts';
import { writeHeld } from '../../kit/work/claim.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import type { ClaimedStoreWork } from '../work/store-work.ts';
import { transferWork } from '../work/transfer-work.ts';

interface Starting {
  readonly dsp: string;
  /** The one in the package. */
  readonly release: Pick<ParcelRelease, 'upc' | 'tracks'> | undefined;
  readonly now: Date;
}

/** @throws Overtaken */
export async function startTransfer(
  table: Table,
  claimed: ClaimedStoreWork,
  { dsp, release, now }: Starting,
): Promise<void> {
  const { deliveryId, albumDeliveries, approvedTogether, isPinned } = claimed;
  const at = now.toISOString();
  const row = transferWork.item({
    deliveryId,
    ownerId: dsp,
    upc: release?.upc ?? null,
    tracks: release?.tracks.length,
    readyAt: at,
    failed: 0,
    placed: 0,
    albumDeliveries,
    approvedTogether,
    isPinned,
    // Messages of the hand-over cannot claim it.
    position: claimed.position + 1,
    nextAttemptAt: at,
    claimedUntil: null,
  });
  const isStarted = await writeHeld(table, claimed, { put: { ...row, [CAUSE_ATTRIBUTE]: WORK_CAUSE } });
  if (!isStarted) throw new Overtaken();
}
