/** Deliveries that a connected store has not acknowledged. */
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { dspOf } from '../album-stores.ts';
import type { Delivery } from '../api/deliveries.ts';
import { awaitedKey, awaitedPrefix, storeKey } from '../keys.ts';
import type { StoreConnection } from '../stores/connected/connection.ts';

const keyOf = (delivery: Delivery) =>
  awaitedKey(dspOf(delivery), { sentAt: delivery.fields.date, deliveryId: delivery.id });

/** @param delivery as it is once it was transferred. */
export const awaits = (delivery: Delivery): Write => ({
  put: { ...keyOf(delivery), deliveryId: delivery.id, sentAt: delivery.fields.date },
});

export const awaitsNoMore = (delivery: Delivery): Write => ({ delete: keyOf(delivery) });

export interface Awaited {
  readonly deliveryId: string;
  readonly sentAt: string;
}

/** @returns oldest first. */
export async function awaitedOf(table: Table, dspId: string, limit: number): Promise<readonly Awaited[]> {
  const rows = await table.query({ partition: storeKey(dspId).pk, prefix: awaitedPrefix, limit });
  return rows.map(({ deliveryId, sentAt }) => ({ deliveryId: String(deliveryId), sentAt: String(sentAt) }));
}

const HOUR_MS = 3_600_000;

/** Whether the store should have acknowledged it, by what was agreed with the store. */
export const isOverdue = (
  { sentAt }: Pick<Awaited, 'sentAt'>,
  { acknowledgedWithinHours }: Pick<StoreConnection, 'acknowledgedWithinHours'>,
  now: Date,
): boolean => now.getTime() - Date.parse(sentAt) >= acknowledgedWithinHours * HOUR_MS;
