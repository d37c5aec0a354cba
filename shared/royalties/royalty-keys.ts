/** The keys of what owners are paid, beside the records of the payments. */
import type { Key } from '../kit/table/keys.ts';

/** What an owner was paid in a currency. */
export const paidTotalKey = (ownerId: string, currency: string): Key => ({
  pk: `royalty-totals#${ownerId}`,
  sk: currency,
});
