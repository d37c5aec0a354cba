/**
 * Reads the earnings of an owner by month, and the payments to the owner. shared/usage/revenue keeps the months up to date
 * when reports are imported, corrected or repeated.
 */
import { entryOf } from '../kit/records/rows.ts';
import { ownerKey } from '../kit/table/keys.ts';
import type { Table } from '../kit/table/table.ts';
import { storedAmount } from '../kit/values/money.ts';
import { readMonths } from '../usage/revenue/read-months.ts';
import { royaltyPayments } from './api/royalties.ts';
import type { Royalties, Sum } from './rules/royalties.ts';

export async function readRoyalties(table: Table, ownerId: string): Promise<Royalties> {
  const [earned, paid] = await Promise.all([readEarned(table, ownerId), readPaid(table, ownerId)]);
  return { earned, paid };
}

/** @returns a sum per currency and month, as last written. */
export const readEarned = (table: Table, ownerId: string): Promise<Sum[]> => earnedBy(table, ownerId, false);

/** The same as of a moment ago, for half the units. */
export const readRecentlyEarned = (table: Table, ownerId: string): Promise<Sum[]> =>
  earnedBy(table, ownerId, true);

async function earnedBy(table: Table, ownerId: string, isEventual: boolean): Promise<Sum[]> {
  const months = await readMonths(table, ownerId, { isEventual });
  return months.flatMap(({ month, currencies }) =>
    Array.from(currencies, ([currency, { amount }]) => ({ currency, period: month, amount })),
  );
}

/** @returns the paid payments, excluding pending and failed ones. */
export async function readPaid(table: Table, ownerId: string): Promise<Sum[]> {
  const items = await table.query({ index: 'by-owner', partition: ownerKey(ownerId, royaltyPayments.type) });
  return items.flatMap((item) => {
    const { status, currency, period, amount } = entryOf(royaltyPayments, { item, ownerId }).fields;
    if (status !== 'paid') return [];
    return [{ currency: String(currency), period: String(period), amount: storedAmount(amount) }];
  });
}
