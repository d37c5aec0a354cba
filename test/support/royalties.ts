/** Revenue without a report, and payments by the operator's command. */
import { randomUUID } from 'node:crypto';
import { handler as operate } from '../../functions/operate/handler.ts';
import { deciding } from '../../shared/kit/records/deciding.ts';
import { newRecord, save, storeOf } from '../../shared/kit/records/store.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { parseAmount } from '../../shared/kit/values/money.ts';
import { royaltyPayments } from '../../shared/royalties/api/royalties.ts';
import { api } from '../../shared/service/api.ts';
import { EarningSums } from '../../shared/usage/earnings/earning-sums.ts';
import { usageRevenueKey } from '../../shared/usage/keys.ts';
import { putRevenue } from '../../shared/usage/revenue/change-revenue.ts';
import { type RevenueRow, revenueRow } from '../../shared/usage/revenue/revenue-row.ts';
import { revenueRows } from '../../shared/usage/revenue/revenue-rows.ts';
import { linesRow, NO_ALBUM } from '../../shared/usage/rows/usage-rows.ts';
import type { Person } from './calls.ts';

export interface Revenue {
  /** YYYY-MM. */
  readonly month: string;
  readonly amount: string;
  readonly currency?: string;
  readonly importId?: string;
}

/** Written as imports write it. */
export async function giveRevenue({ userId }: Person, revenue: readonly Revenue[]): Promise<void> {
  for (const { month, amount, currency = 'EUR', importId = 'test' } of revenue) {
    const id = { owner: userId, currency, month, importId };
    const row = revenueRow(id, { run: 'test', amount: parseAmount(amount) ?? 0n });
    await putRevenue(new Table(), [row]);
  }
}

/** Changes the row of the first import, whose earnings remain those of another run. */
export async function changeRevenue(
  { userId: owner }: Person,
  changes: Item & { run: string },
): Promise<void> {
  const { pk: partition } = usageRevenueKey({ owner, month: '', currency: '', importId: '' });
  const [row] = await new Table().query({ partition, limit: 1 });
  if (!row) throw new Error('The user has no revenue.');
  await putRevenue(new Table(), [{ ...(row as RevenueRow), ...changes }]);
}

/** What tracks earned in one month, written as imports write it. */
export interface Earned {
  /** YYYY-MM. */
  readonly month: string;
  readonly track: string;
  readonly album?: string | null;
  readonly dsp?: string;
  readonly country?: string;
  readonly isrc?: string;
  readonly plays?: number;
  readonly revenue?: string;
  readonly currency?: string;
}

export async function giveEarned(
  { userId: owner }: Person,
  earned: readonly Earned[],
  importId = 'test',
): Promise<void> {
  const months = Map.groupBy(earned, ({ month, currency = 'EUR' }) => `${month} ${currency}`);
  for (const [key, lines] of months) {
    const [month = '', currency = ''] = key.split(' ');
    const sums = new EarningSums();
    for (const { track: id, album = null, ...line } of lines) {
      const { dsp = '1', country = 'US', isrc = 'QZXYZ2600001', plays = 1, revenue = '1' } = line;
      const read = { dsp, country, isrc, plays, revenue: parseAmount(revenue) ?? 0n };
      sums.addLine({ ...read, date: `${month}-01`, currency }, { id, album, isrc });
    }
    const of = { owner, month, currency };
    const { revenue, earnings } = revenueRows({ importId, run: 'test' }, of, sums);
    await new Table().putMany(earnings);
    await putRevenue(new Table(), [revenue]);
  }
  await new Table().putMany(linesRows(owner, earned, importId));
}

/** On the first day of each month. */
function linesRows(owner: string, earned: readonly Earned[], importId: string) {
  const days = Map.groupBy(earned, ({ month, dsp = '1' }) => `${month}-01 ${dsp}`);
  return Array.from(days, ([key, lines]) => {
    const [date = '', dsp = ''] = key.split(' ');
    const texts = lines.map(({ track, album, country = 'US', plays = 1, revenue = '1', ...line }) => {
      const { isrc = 'QZXYZ2600001', currency = 'EUR' } = line;
      return [isrc, track, country, plays, revenue, currency, album ?? NO_ALBUM].join('\t');
    });
    return linesRow({ importId, run: 'test' }, { owner, dsp, date }, { part: 0, lines: texts });
  });
}

/** @returns the id of the line of a statement by DSP. */
export async function giveEarnings(person: Person): Promise<string> {
  const month = new Date().toISOString().slice(0, 7);
  await giveEarned(person, [{ month, track: '1' }]);
  return `${person.userId}-${month.replace('-', '')}-dsp-1-EUR`;
}

export interface Payment {
  readonly period?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly reference?: string;
  readonly allowOverpayment?: boolean;
  readonly check?: boolean;
}

/** Above the balance unless told otherwise. @returns what the command returns. */
export const payRoyalties = (
  userId: string,
  {
    period = '2026-10',
    amount = '1',
    currency = 'EUR',
    reference = randomUUID(),
    allowOverpayment = true,
    check = false,
  }: Payment,
) =>
  operate({
    command: 'pay-royalties',
    positionals: [userId],
    arguments: { period, amount, currency, reference, 'allow-overpayment': allowOverpayment, check },
    actor: 'test',
  });

/** @returns what the command returns. */
export const voidPayment = (user: string, { reference, reason }: { reference: string; reason: string }) =>
  operate({
    command: 'void-payment',
    positionals: [reference],
    arguments: { user, reason },
    actor: 'test',
  });

/** @returns the id of the payment. */
export async function pay({ userId }: Person, payment: Payment): Promise<string> {
  const outcome = await payRoyalties(userId, payment);
  if (!('result' in outcome)) throw new Error(JSON.stringify(outcome));
  return String((outcome.result as { id?: unknown }).id);
}

/** A payment that no command makes. */
export async function giveUnpaid({ userId }: Person, status: 'pending' | 'failed'): Promise<void> {
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const fields = {
    period: '2026-10',
    date: '2026-11-20',
    amount: '1',
    currency: 'GBP',
    status,
    reference: status,
    'paid-at': '2026-11-20T12:00:00.000Z',
  } as const;
  await save(deciding(store), [
    { resource: royaltyPayments, after: newRecord(store, royaltyPayments, { ownerId: userId, fields }) },
  ]);
}
