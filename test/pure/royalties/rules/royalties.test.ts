import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  isPeriod,
  type Royalties,
  type Sum,
  summarize,
} from '../../../../shared/royalties/rules/royalties.ts';
import { checkProperty } from '../../../support/check-property.ts';

const earning = (period: string, amount: bigint, currency = 'EUR'): Sum => ({ period, amount, currency });
const periods = ['2025-11', '2025-12', '2026-01', '2026-02'];

const sum: fc.Arbitrary<Sum> = fc.record({
  period: fc.constantFrom(...periods),
  amount: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  currency: fc.constantFrom('EUR', 'USD', 'X#Y'),
});
const royalties: fc.Arbitrary<Royalties> = fc.record({ earned: fc.array(sum), paid: fc.array(sum) });
const period = fc.option(fc.constantFrom(...periods), { nil: undefined });

/** Adds up amounts one by one, independently of the code under test. */
function amountOf(sums: readonly Sum[], { currency, period }: { currency: string; period?: string }): bigint {
  let amount = 0n;
  for (const each of sums)
    if (each.currency === currency && (period === undefined || each.period === period)) amount += each.amount;
  return amount;
}

describe('a summary', () => {
  it('has the exact sums of one currency, ignoring others', () => {
    return checkProperty(
      fc.property(royalties, fc.constantFrom('EUR', 'USD', 'X#Y', 'GBP'), ({ earned, paid }, currency) => {
        const found = summarize({ earned, paid }, { currency });
        const all = amountOf(earned, { currency });
        const out = amountOf(paid, { currency });
        expect(found).toMatchObject({ currency, earned: all, paid: out, balance: all - out });
        for (const each of found.history) {
          expect(each.earned).toBe(amountOf(earned, { currency, period: each.period }));
          expect(each.paid).toBe(amountOf(paid, { currency, period: each.period }));
        }
        expect(found.history.reduce((sum, each) => sum + each.earned - each.paid, 0n)).toBe(found.balance);
        const isOther = (each: Sum) => each.currency !== currency;
        const others = { earned: earned.filter(isOther), paid: paid.filter(isOther) };
        expect(summarize(others, { currency })).toMatchObject({ earned: 0n, paid: 0n, history: [] });
      }),
    );
  });

  it('is the same however the amounts are divided and ordered', () => {
    const cuts = fc.array(fc.tuple(sum, fc.array(fc.bigInt(), { maxLength: 4 }), fc.nat()));
    return checkProperty(
      fc.property(cuts, (parts) => {
        const whole = parts.map(([each]) => each);
        const divided = parts
          .flatMap(([each, cut, place]) => {
            const rest = cut.reduce((left, amount) => left - amount, each.amount);
            return [...cut, rest].map((amount, at) => ({ ...each, amount, place: place + at * 7919 }));
          })
          .toSorted((left, right) => left.place - right.place)
          .map(({ place: _, ...each }) => each);
        expect(summarize({ earned: divided, paid: divided }, {})).toEqual(
          summarize({ earned: whole, paid: whole }, {}),
        );
      }),
    );
  });

  it('limits the history to the given periods, but not the balance or totals', () => {
    return checkProperty(
      fc.property(royalties, period, period, (given, from, to) => {
        const { history: whole, ...rest } = summarize(given, {});
        const { history, ...same } = summarize(given, { from, to });
        expect(same).toEqual(rest);
        expect(history).toEqual(
          whole.filter(
            (each) =>
              periods.indexOf(each.period) >= (from === undefined ? 0 : periods.indexOf(from)) &&
              periods.indexOf(each.period) <= (to === undefined ? 9 : periods.indexOf(to)),
          ),
        );
        expect(whole.map((each) => each.period)).toEqual(
          [...new Set(whole.map((each) => each.period))].sort(),
        );
      }),
    );
  });

  test.each([
    ['the earliest month', [earning('2026-02', 1n, 'AAA'), earning('2026-01', 1n, 'USD')], 'USD'],
    ['the alphabet, within a month', [earning('2026-01', 9n, 'USD'), earning('2026-01', 1n, 'EUR')], 'EUR'],
    ['no revenue at all', [], null],
  ])('defaults to the currency of %s', (_, earned, currency) => {
    const paid = [earning('2020-01', 1n, 'CHF')];
    expect(summarize({ earned, paid }, {})).toMatchObject({ currency });
  });

  it('lists all currencies, including those of payments', () => {
    const given = { earned: [earning('2026-01', 1n, 'USD')], paid: [earning('2026-01', 1n, 'EUR')] };
    expect(summarize(given, {})).toEqual({
      currency: 'USD',
      currencies: ['EUR', 'USD'],
      earned: 1n,
      paid: 0n,
      balance: 1n,
      history: [{ period: '2026-01', earned: 1n, paid: 0n }],
    });
  });
});

test.each([
  ['2026-01', true],
  ['2026-12', true],
  ['2026-00', false],
  ['2026-13', false],
  ['2026-1', false],
  ['2026-01-01', false],
  [' 2026-01', false],
  ['2026-01\n', false],
  ['26-01', false],
  ['', false],
])('%j is accepted as a period: %s', (text, is) => {
  expect(isPeriod(text)).toBe(is);
});
