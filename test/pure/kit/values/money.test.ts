import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatAmount, parseAmount, storedAmount } from '../../../../shared/kit/values/money.ts';
import { checkProperty } from '../../../support/check-property.ts';

test.each([
  ['0', 0n, '0'],
  ['-0', 0n, '0'],
  ['+1.50', 1_500_000_000_000n, '1.5'],
  ['-0.000000000001', -1n, '-0.000000000001'],
  ['007.1', 7_100_000_000_000n, '7.1'],
  ['123456789012345678901234567890.123456789012', 123456789012345678901234567890123456789012n, undefined],
])('the amount %s is read and written exactly', (text, units, shown = text) => {
  expect(parseAmount(text)).toBe(units);
  expect(formatAmount(units)).toBe(shown);
});

test.each(['', '.', '.5', '1.', '1,5', '1e3', '0x10', ' 1', '1.0000000000001', '--1', 'NaN', '١'])(
  '"%s" is not an amount',
  (text) => {
    expect(parseAmount(text)).toBeNull();
  },
);

it('a stored text that is not an amount is rejected', () => {
  expect(storedAmount('1.50')).toBe(1_500_000_000_000n);
  expect(() => storedAmount(undefined)).toThrow('not a decimal number');
});

describe('an amount of any size', () => {
  it('is unchanged by writing and reading', () => {
    return checkProperty(
      fc.property(fc.bigInt(), (units) => {
        expect(parseAmount(formatAmount(units))).toBe(units);
      }),
    );
  });
});
