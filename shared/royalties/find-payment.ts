/** Finds a payment by its reference. */
import type { Stored } from '../kit/declare/fields.ts';
import { findRecord, type Store } from '../kit/records/store.ts';
import { findHolder, uniqueValue } from '../kit/records/unique-values.ts';
import { royaltyPayments } from './api/royalties.ts';

export type Payment = Stored<typeof royaltyPayments>;

/** @returns the payment with the reference, as last written, or undefined. */
export async function findPayment(
  store: Pick<Store, 'table'>,
  { ownerId, reference }: { ownerId: string; reference: string },
): Promise<Payment | undefined> {
  const field = 'reference';
  const value = uniqueValue(royaltyPayments.type, { owner: ownerId, field, values: [reference] });
  const id = await findHolder(store.table, value);
  return id === undefined ? undefined : findRecord(store, royaltyPayments, id);
}
