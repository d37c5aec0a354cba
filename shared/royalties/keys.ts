/** How payments are kept, and what owners are paid. */
import type { Key, KeyRow } from '../kit/table/keys.ts';
import { uniqueReference } from './rules/royalties.ts';

export const royaltyKeyRows = {
  // Added up from what imports have brought, and payments: shared/royalties.
  'royalty-summaries': { within: true, covering: true },
  'royalty-payments': { covering: true, unique: { reference: uniqueReference }, indexed: ['paid-at'] },
} as const satisfies Record<string, KeyRow>;

/** What an owner was paid in a currency. */
export const paidTotalKey = (ownerId: string, currency: string): Key => ({
  pk: `royalty-totals#${ownerId}`,
  sk: currency,
});
