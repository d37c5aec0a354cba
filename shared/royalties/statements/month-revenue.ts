/** The revenue rows of months, which balances add up. Lines of statements must have the same sums. */
import { digestOf } from '../../kit/table/digest.ts';
import type { Table } from '../../kit/table/table.ts';
import { formatAmount } from '../../kit/values/money.ts';
import type { EarningSizes } from '../../usage/earnings/earning-rows.ts';
import { revenueOf } from '../../usage/import/usage-rows.ts';
import { usageRevenueKey } from '../../usage/keys.ts';
import { isWithin, type PeriodRange } from '../rules/royalties.ts';

/** What an import brought in a month and currency. */
export interface ImportRevenue {
  readonly currency: string;
  readonly importId: string;
  readonly run: string;
  /** In units of 10^-12. */
  readonly amount: bigint;
  /** Lengths of the rows with its earnings. Undefined for imports of earlier versions, and moved ones. */
  readonly sizes: EarningSizes | undefined;
}

/** @returns the imports of each month within the range that has any, as last written, oldest month first. */
export async function readRevenue(
  table: Table,
  { ownerId, range }: { ownerId: string; range: PeriodRange },
): Promise<ReadonlyMap<string, readonly ImportRevenue[]>> {
  const { pk: partition } = usageRevenueKey(ownerId, { currency: '', month: '', importId: '' });
  const months = new Map<string, ImportRevenue[]>();
  for (const row of await table.query({ partition })) {
    const { currency, month, amount } = revenueOf(row);
    if (!isWithin(month, range)) continue;
    const importId = String(String(row['sk']).split('#').at(-1));
    const sizes = row['sizes'] as EarningSizes | undefined;
    const imports = months.get(month) ?? [];
    months.set(month, imports);
    imports.push({ currency, importId, run: String(row['run']), amount, sizes });
  }
  return new Map([...months].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Identifies what was imported. It changes with every import that changes the month. */
export const digestOfMonth = (imports: readonly ImportRevenue[]): string =>
  digestOf(
    imports
      .map(({ currency, importId, run, amount }) => [currency, importId, run, formatAmount(amount)].join(' '))
      .sort()
      .join('\n'),
  );

/** Identifies an import in a month and currency. */
export const importKey = ({ currency, importId, run }: Omit<ImportRevenue, 'amount' | 'sizes'>): string =>
  `${currency}#${importId}#${run}`;
