import { expect, test } from 'vitest';
import { readCurrency } from '../../../../shared/kit/values/currency.ts';

test.each([
  ['EUR', 'EUR'],
  ['eur', 'EUR'],
  [' Usd\t', 'USD'],
  ['JPY', 'JPY'],
])('%j is the currency %s', (text, code) => {
  expect(readCurrency(text)).toBe(code);
});

test.each(['', 'EU', 'EURO', 'E U', 'XQX', '+1+1', '=1', 'U\u017fD', 'EUR\0', '\uff25\uff35\uff32'])(
  '%j is not a currency',
  (text) => {
    expect(readCurrency(text)).toBe(null);
  },
);
