/** Ends the deliveries of an event as the sender does after the last attempt. */
import { Table } from '../../shared/kit/table/table.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { rested, saveEvent, toStoredEvent } from '../../shared/webhooks/deliveries/event-work.ts';
import { failedDelivery } from '../../shared/webhooks/deliveries/progress.ts';
import { pendingOf } from '../../shared/webhooks/rules/webhook-delivery.ts';

export async function giveUp(eventId: string, now = new Date()): Promise<void> {
  const table = new Table();
  const row = await table.get(eventKey(eventId));
  if (!row) throw new Error(`There is no event ${eventId}.`);
  const event = toStoredEvent(row);
  const { deliveries } = event.record.fields;
  const failed = pendingOf(deliveries).map(([id, delivery]) => [id, failedDelivery(delivery, now)]);
  const work = rested(event, { ...deliveries, ...Object.fromEntries(failed) });
  if (!(await saveEvent({ table, now }, event, work))) throw new Error(`${eventId} has changed.`);
}
