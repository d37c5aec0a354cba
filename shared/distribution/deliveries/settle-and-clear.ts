/** Ends an attempt of a delivery. The last delivery of a request also removes what they shared. */

import type { Store } from '../../kit/records/store.ts';
import { storeOf } from '../../kit/records/store.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import type { Due } from '../../kit/work/due.ts';
import { type ClaimedDelivery, type Settled, settleDelivery } from './settle-delivery.ts';
import { approvalOf, removeSharedRelease } from './shared-release.ts';

type Settling = Pick<Attempt<Due>, 'table' | 'now'> & {
  readonly api: Store['api'];
  readonly claimed: ClaimedDelivery;
};

export async function settleAndClear(
  settled: Settled,
  { api, table, now, claimed }: Settling,
): Promise<void> {
  const isLast = await settleDelivery(storeOf(api, { table, now: now() }), claimed, settled);
  if (isLast && storesRelease(claimed)) await removeSharedRelease(table, approvalOf(settled.delivery));
}

export const isOneOfSeveral = ({
  approvedTogether = 1,
}: Pick<ClaimedDelivery, 'approvedTogether'>): boolean => approvedTogether > 1;

/** Whether the release is stored for other deliveries of the approval, or for later attempts. */
export const storesRelease = (claimed: Pick<ClaimedDelivery, 'approvedTogether' | 'isPinned'>): boolean =>
  isOneOfSeveral(claimed) || claimed.isPinned === true;
