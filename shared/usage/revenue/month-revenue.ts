/** The revenue of an owner from the imports of a month, which changes as imports are added and removed. Pure. */
import { createHash } from 'node:crypto';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import { readRow } from '../../kit/table/unreadable-row.ts';
import { formatAmount, storedAmount } from '../../kit/values/money.ts';
import type { EarningSizes } from '../earnings/earning-sums.ts';
import { type RevenueId, usageMonthKey } from '../keys.ts';

/** The revenue of an import in a month and currency. */
export interface ImportRevenue extends Omit<RevenueId, 'owner'> {
  readonly run: string;
  /** In units of 10^-12. */
  readonly amount: bigint;
  /** Lengths of the rows with its earnings. Undefined for moved imports. */
  readonly sizes: EarningSizes | undefined;
}

export interface MonthRevenue {
  /** YYYY-MM. */
  readonly month: string;
  /** By currency, in units of 10^-12, with the number of imports that have it. */
  readonly currencies: ReadonlyMap<string, { readonly amount: bigint; readonly imports: number }>;
  /** Lengths of the rows with the earnings of all imports. */
  readonly sizes: EarningSizes;
  /** The number of imports without such rows. */
  readonly earlier: number;
  /** Identifies the imports, in any order. */
  readonly digest: string;
}

export const noRevenue = (month: string): MonthRevenue => ({
  month,
  currencies: new Map(),
  sizes: { track: 0, album: 0, dsp: 0, country: 0 },
  earlier: 0,
  digest: digestText(0n),
});

export const withImport = (month: MonthRevenue, added: ImportRevenue): MonthRevenue =>
  changed(month, added, 1);

/** @param removed is included in the month. */
export const withoutImport = (month: MonthRevenue, removed: ImportRevenue): MonthRevenue =>
  changed(month, removed, -1);

function changed(before: MonthRevenue, each: ImportRevenue, sign: 1 | -1): MonthRevenue {
  const { amount = 0n, imports = 0 } = before.currencies.get(each.currency) ?? {};
  const after = { amount: amount + BigInt(sign) * each.amount, imports: imports + sign };
  const currencies = new Map(before.currencies).set(each.currency, after);
  if (after.imports === 0) currencies.delete(each.currency);
  const { sizes } = before;
  const sizeOf = (group: keyof EarningSizes) => sizes[group] + sign * (each.sizes?.[group] ?? 0);
  return {
    month: before.month,
    currencies,
    sizes: { track: sizeOf('track'), album: sizeOf('album'), dsp: sizeOf('dsp'), country: sizeOf('country') },
    earlier: before.earlier + (each.sizes ? 0 : sign),
    // Adding what is included removes it.
    digest: digestText(BigInt(`0x${before.digest}`) ^ digestOfImport(each)),
  };
}

const DIGEST_DIGITS = 32;

const digestText = (digest: bigint): string => digest.toString(16).padStart(DIGEST_DIGITS, '0');

function digestOfImport({ month, currency, importId, run, amount }: ImportRevenue): bigint {
  const text = [month, currency, importId, run, formatAmount(amount)].join(' ');
  return BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, DIGEST_DIGITS)}`);
}

export const digestOfImports = (month: string, imports: readonly ImportRevenue[]): string =>
  imports.reduce(withImport, noRevenue(month)).digest;

export const importCount = ({ currencies }: MonthRevenue): number =>
  [...currencies.values()].reduce((sum, { imports }) => sum + imports, 0);

/** @returns the row of a month with imports. */
export const monthRow = (
  owner: string,
  { month, currencies, sizes, earlier, digest }: MonthRevenue,
): Item & Key => ({
  ...usageMonthKey(owner, month),
  currencies: Object.fromEntries(
    Array.from(currencies, ([currency, { amount, imports }]) => [currency, [formatAmount(amount), imports]]),
  ),
  sizes: { ...sizes },
  earlier,
  digest,
});

/** @param row of a month. @throws UnreadableRow */
export const monthOf = (row: Item): MonthRevenue =>
  readRow(row, ({ sk, currencies, sizes, earlier, digest }) => ({
    month: String(sk).slice(1),
    currencies: new Map(
      Object.entries(currencies as Readonly<Record<string, readonly [string, number]>>).map(
        ([currency, [amount, imports]]) => [currency, { amount: storedAmount(amount), imports }],
      ),
    ),
    sizes: sizes as EarningSizes,
    earlier: Number(earlier),
    digest: String(digest),
  }));
