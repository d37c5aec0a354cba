/** Closes an event when none of its deliveries is pending. */
import { closing, type EventRecord } from '../../shared/events/event-record.ts';
import { deliveryKey } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { toDelivery } from '../../shared/webhooks/deliveries/delivery.ts';
import { writeIf } from '../../shared/work/claim.ts';

/**
 * Called after the delivery to `endpointId` was recorded as finished: of two that finish together, the one recorded
 * last finds both finished.
 */
export async function closeIfFinished(
  table: Table,
  event: EventRecord | undefined,
  endpointId: string,
): Promise<void> {
  if (!event) return;
  const others = event.fields.endpoints.filter((id) => id !== endpointId);
  const keys = others.map((id) => deliveryKey(event.id, id));
  const rows = await table.getMany(keys, true);
  if (rows.map(toDelivery).some(({ status }) => status === 'pending')) return;
  await writeIf(table, closing(event));
}
