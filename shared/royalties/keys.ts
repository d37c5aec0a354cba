/** Keys of payments and of totals paid. */
import type { Key, KeyRow } from '../kit/table/keys.ts';
import { uniqueReference } from './rules/royalties.ts';

export const royaltyKeyRows = {
  // Computed from imports and payments (shared/royalties).
  'royalty-summaries': { within: true, covering: true },
  'royalty-payments': {
    journaled: true,
    covering: true,
    unique: { reference: uniqueReference },
    indexed: ['paid-at'],
  },
} as const satisfies Record<string, KeyRow>;

/** The total paid to an owner in a currency. */
export const paidTotalKey = (ownerId: string, currency: string): Key => ({
  pk: `royalty-totals#${ownerId}`,
  sk: currency,
});
