/** Deliveries without a report of the store, which count as completed after some days (specification 6.3). */
import { unchangedCheck } from '../../kit/records/changes.ts';
import type { Store } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { rowMissing } from '../../kit/table/expressions.ts';
import type { Write } from '../../kit/table/write.ts';
import { readSettings } from '../../platform/settings.ts';
import type { Delivery } from '../api/deliveries.ts';
import { UNCONFIRMED } from '../rules/distribution.ts';
import { type StoreWork, storeWork } from '../work/store-work.ts';

const DAY_MS = 86_400_000;

/**
 * @param sentAt when the store accepted the release.
 * @returns the last step of a delivery; undefined on a stage that waits for stores indefinitely.
 */
export function completionWork(
  { deliveryId, ownerId, position }: Pick<StoreWork, 'deliveryId' | 'ownerId' | 'position'>,
  sentAt: Date,
): StoreWork | undefined {
  const { deliveryConsideredCompleteDays: days } = readSettings();
  if (days === null) return undefined;
  const nextAttemptAt = new Date(sentAt.getTime() + days * DAY_MS).toISOString();
  const report = { outcome: 'completed', reason: UNCONFIRMED } as const;
  return { deliveryId, ownerId, report, position, nextAttemptAt, claimedUntil: null };
}

/** Adds the step to a delivery that was sent without it. Idempotent. */
export async function expectCompletion(store: Store, delivery: Delivery): Promise<void> {
  const { status, report, date } = delivery.fields;
  if (status !== 'sent' || report !== null) return;
  const first = { deliveryId: delivery.id, ownerId: delivery.ownerId, position: 0 };
  const work = completionWork(first, new Date(date ?? store.now));
  if (!work) return;
  const put: Write = { put: storeWork.item(work), condition: rowMissing };
  // Fails if the step exists already, or the store has just reported.
  await failedConditions(store.commit([put, unchangedCheck(delivery)]));
}
