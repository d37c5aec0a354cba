/** Keys of payments, of totals paid and of statements. */
import type { Key, KeyRow } from '../kit/table/keys.ts';
import { uniqueReference } from './rules/royalties.ts';

export const royaltyKeyRows = {
  // Computed from imports and payments (shared/royalties).
  'royalty-summaries': { within: true, covering: true },
  'royalty-statements': { within: true, covering: true },
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

interface MonthOfGroup {
  readonly ownerId: string;
  /** What the lines are by, such as `track` or `track,country`. */
  readonly group: string;
  /** YYYY-MM. */
  readonly month: string;
}

/** The months of an owner's statement by a group. */
export const storedMonthsPartition = ({ ownerId, group }: Omit<MonthOfGroup, 'month'>): string =>
  `royalty-months#${ownerId}#${group}`;

/** A month of it. */
export const storedMonthKey = ({ ownerId, group, month }: MonthOfGroup): Key => ({
  pk: storedMonthsPartition({ ownerId, group }),
  sk: month,
});

/** The lines of a stored month, in several rows if they are long. @param digest of the imports that it was made of. */
export const storedPartKey = (
  { ownerId, group, month }: MonthOfGroup,
  { digest, part }: { digest: string; part: string },
): Key => ({ pk: `royalty-months#${ownerId}#${group}#${month}`, sk: `${digest}#${part}` });
