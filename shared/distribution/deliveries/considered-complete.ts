/** Deliveries whose stores report nothing: after some days they count as completed (specification 6.3). */
import { unchangedCheck } from '../../kit/records/changes.ts';
import type { Store } from '../../kit/records/store.ts';
import { ConditionsFailed } from '../../kit/table/commit.ts';
import { rowMissing } from '../../kit/table/expressions.ts';
import type { Write } from '../../kit/table/write.ts';
import { readSettings } from '../../platform/settings.ts';
import type { Delivery } from '../api/deliveries.ts';
import { type StoreWork, storeWork } from './store-work.ts';

const DAY_MS = 86_400_000;

/**
 * @param sentAt when the store took the release.
 * @returns the last step of a delivery; undefined on a stage that waits for the stores.
 */
export function completionWork(
  { deliveryId, ownerId, position }: Pick<StoreWork, 'deliveryId' | 'ownerId' | 'position'>,
  sentAt: Date,
): StoreWork | undefined {
  const { deliveryConsideredCompleteDays: days } = readSettings();
  if (days === null) return undefined;
  const nextAttemptAt = new Date(sentAt.getTime() + days * DAY_MS).toISOString();
  const report = { outcome: 'completed', reason: null } as const;
  return { deliveryId, ownerId, report, position, nextAttemptAt, claimedUntil: null };
}

/** For a delivery that was sent without this step. Doing it again changes nothing. */
export async function expectCompletion(store: Store, delivery: Delivery): Promise<void> {
  const { status, report, date } = delivery.fields;
  if (status !== 'sent' || report !== null) return;
  const work = completionWork(
    { deliveryId: delivery.id, ownerId: delivery.ownerId, position: 0 },
    new Date(date ?? store.now),
  );
  if (!work) return;
  const put: Write = { put: storeWork.item(work), condition: rowMissing };
  try {
    await store.commit([put, unchangedCheck(delivery)]);
  } catch (error) {
    // It has a step already, or was reported just now.
    if (!(error instanceof ConditionsFailed)) throw error;
  }
}
