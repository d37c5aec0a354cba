/** What owners read of their money, compared with what the model allows at that moment. */
import { expect } from 'vitest';
import { handler as royalties } from '../../../functions/royalties/handler.ts';
import { parseAmount } from '../../../shared/kit/values/money.ts';
import { call, type Person, send } from '../../support/calls.ts';
import { statementPath } from '../statements.ts';
import type { Money, Round } from './model.ts';
import { CURRENCIES, MONTHS } from './operations.ts';

export interface Reader {
  readonly money: Money;
  readonly owner: number;
  readonly person: Person;
  readonly round: Round;
  readonly said: string;
}

const GROUPS = ['track', 'album', 'dsp', 'country'];

const amountOf = (text: unknown): bigint => {
  const amount = parseAmount(String(text));
  if (amount === null) throw new Error(`${text} is not an amount.`);
  return amount;
};

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, each) => all + each, 0n);

function expectPossible(possible: ReadonlySet<bigint>, amount: bigint, about: string): void {
  if (!possible.has(amount)) expect.fail(`${about}: ${amount} is none of ${[...possible].join(', ')}`);
}

interface Shown {
  readonly period: string;
  readonly amount: bigint;
}

function expectMonths(
  { money, owner, round, said }: Reader,
  currency: string,
  shown: readonly Shown[],
): void {
  for (const month of MONTHS) {
    const read = sum(shown.filter(({ period }) => period === month).map(({ amount }) => amount));
    const possible = money.possibleEarned({ owner, month, currency }, round);
    expectPossible(possible, read, `${said}\n${owner} in ${month}, ${currency}`);
  }
}

/** The balance is what was earned without what was paid, and each month is one that the model allows. */
async function readSummary(reader: Reader, currency: string): Promise<void> {
  const { money, owner, person, round, said } = reader;
  const path = `/royalties/summary?filter[currency]=${currency}`;
  const { attributes } = (await call(royalties, 200, { path, token: person.token })).body.data;
  const history: readonly { period: string; earned: string }[] = attributes.history;
  const months = history.map(({ period, earned }) => ({ period, amount: amountOf(earned) }));
  expectMonths(reader, currency, months);
  const [earned, paid, balance] = ['total-earned', 'total-paid', 'current-balance'].map((name) =>
    amountOf(attributes[name]),
  );
  expect([earned, balance], said).toEqual([
    sum(months.map(({ amount }) => amount)),
    (earned ?? 0n) - (paid ?? 0n),
  ]);
  expectPossible(money.possiblePaid({ owner, currency }, round), paid ?? 0n, `${said}\n${owner} was paid`);
}

/** For a statement whose months are being replaced, also on a busy machine. */
const MAX_WAIT_MS = 120_000;

/** Asks again, as clients do, while a month that it reads is replaced. */
async function shownStatement({ person, said }: Reader, group: string) {
  const path = statementPath(group, '&page[size]=100');
  const until = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const { status, body } = await send(royalties, { path, token: person.token });
    if (status === 200) return body;
    const { code } = body.errors[0];
    if (code !== 'statement_in_preparation' || performance.now() > until)
      expect.fail(`${said}\nstatement by ${group}: ${status} ${code}`);
  }
}

/** The lines of a statement add up to its totals, and each month to what the model allows. */
async function readStatement(reader: Reader, group: string): Promise<void> {
  const { data, meta } = await shownStatement(reader, group);
  const all: readonly { attributes: { period: string; revenue: string; currency: string } }[] = data;
  const totals: readonly { currency: string; revenue: string }[] = meta.totals;
  for (const currency of CURRENCIES) {
    const lines = all
      .map(({ attributes }) => attributes)
      .filter((each) => each.currency === currency)
      .map(({ period, revenue }) => ({ period, amount: amountOf(revenue) }));
    expectMonths(reader, currency, lines);
    const total = totals.filter((each) => each.currency === currency).map(({ revenue }) => amountOf(revenue));
    expect(sum(total), `${reader.said}\nstatement by ${group}`).toBe(sum(lines.map(({ amount }) => amount)));
  }
}

export async function readAll(reader: Reader): Promise<void> {
  for (const currency of CURRENCIES) await readSummary(reader, currency);
  for (const group of GROUPS) await readStatement(reader, group);
}
