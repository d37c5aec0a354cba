/** Writes down what became of a claimed delivery, unless its claim ran out and somebody else took over. */
import type { EventRecord } from '../../shared/events/event-record.ts';
import { closing } from '../../shared/events/event-record.ts';
import { ConditionsFailed } from '../../shared/table/commit.ts';
import { type Condition, equal } from '../../shared/table/expressions.ts';
import { deliveryKey } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import type { Write } from '../../shared/table/write.ts';
import { type Delivery, toDelivery, toDeliveryItem } from '../../shared/webhooks/deliveries/delivery.ts';

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
export async function close(table: Table, event: EventRecord | undefined, endpointId: string): Promise<void> {
  if (!event) return;
  const others = event.fields.endpoints.filter((id) => id !== endpointId);
  const rows = await table.getMany(
    others.map((id) => deliveryKey(event.id, id)),
    true,
  );
  if (rows.map(toDelivery).some(({ status }) => status === 'pending')) return;
  await held(table, closing(event));
}

const isOurs = ({ claimedUntil }: Delivery): Condition => equal('claimedUntil', claimedUntil);

async function held(table: Table, write: Write): Promise<boolean> {
  try {
    await table.commit([write]);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}
