/** Deliveries that were given up, and the work of sending them again. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { newEventWork, rested, saveEvent } from '../../shared/webhooks/deliveries/event-work.ts';
import { failedDelivery, newDelivery } from '../../shared/webhooks/deliveries/progress.ts';
import { failuresOf } from '../../shared/webhooks/keys.ts';
import { announce, now, rowOf, settle, sweep } from './pipeline.ts';

/** Does the work that requests have started. */
export async function work(): Promise<void> {
  await sweep();
  await settle();
}

export const failures = (endpointId: string) => new Table().query({ partition: failuresOf(endpointId) });

/** Writes an event as the sender does after the last attempt. @returns its id. */
async function failedEvent(endpointId: string): Promise<string> {
  const table = new Table();
  const event = announce();
  const work = newEventWork(event, [endpointId], now());
  const after = rested(work, { [endpointId]: failedDelivery(newDelivery(now()), now()) });
  expect(await saveEvent({ table, now: now() }, undefined, after)).toBeDefined();
  return event.id;
}

/** Copies the rows of the first. */
export async function failedEvents(endpointId: string, count: number): Promise<string[]> {
  const first = await failedEvent(endpointId);
  const rows = [
    await rowOf(eventKey(first)),
    ...(await failures(endpointId)).filter(({ sk }) => String(sk).endsWith(first)),
  ];
  const others = Array.from({ length: count - 1 }, () => `evt_${randomUUID()}`);
  const copies = others.flatMap((id) => JSON.parse(JSON.stringify(rows).replaceAll(first, id)));
  await new Table().putMany(copies);
  return [first, ...others];
}
