/** Writes down what became of a claimed delivery, unless its claim ran out and somebody else took over. */
import { ConditionsFailed, type Expression, type Write } from '../../shared/table/commit.ts';
import { deliveryKey } from '../../shared/table/keys.ts';
import type { StoredRecord } from '../../shared/table/records.ts';
import type { Table } from '../../shared/table/table.ts';
import { type Delivery, toDelivery, toDeliveryItem } from '../../shared/webhooks/delivery.ts';
import { closing, endpointsOf } from '../../shared/webhooks/event-row.ts';

/** @returns false when the claim was no longer ours. */
export const record = (table: Table, claimed: Delivery, after: Delivery): Promise<boolean> =>
  held(table, { put: toDeliveryItem(after), condition: isOurs(claimed) });

/** Ends a delivery silently: nobody is there to hear of it. */
export const drop = (table: Table, claimed: Delivery): Promise<boolean> =>
  held(table, { delete: deliveryKey(claimed.eventId, claimed.endpointId), condition: isOurs(claimed) });

/**
 * Gives an event its end once none of its deliveries is pending. Asked after the own one was written, so that of two
 * that finish together the later sees both.
 */
export async function close(
  table: Table,
  event: StoredRecord | undefined,
  endpointId: string,
): Promise<void> {
  if (!event) return;
  const others = endpointsOf(event).filter((id) => id !== endpointId);
  const rows = await table.getMany(
    others.map((id) => deliveryKey(event.id, id)),
    true,
  );
  if (rows.map(toDelivery).some(({ status }) => status === 'pending')) return;
  await held(table, closing(event));
}

const isOurs = ({ claimedUntil }: Delivery): Expression => ({
  expression: '#claimedUntil = :ours',
  names: { '#claimedUntil': 'claimedUntil' },
  values: { ':ours': claimedUntil },
});

async function held(table: Table, write: Write): Promise<boolean> {
  try {
    await table.commit([write]);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}
