import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatAmount, parseAmount } from '../../../../shared/kit/values/money.ts';
import { LayoutDates } from '../../../../shared/usage/layouts/layout-date.ts';
import { readNumber } from '../../../../shared/usage/layouts/layout-number.ts';
import { checkProperty } from '../../../support/check-property.ts';

const english = { decimal: '.', thousands: ',' };
const german = { decimal: ',', thousands: '.' };

describe('report numbers', () => {
  it.each([
    ['1,234.5', english, '1234.5'],
    ['1.234,5', german, '1234.5'],
    ['-0,5', german, '-0.5'],
    ['(1,234.50)', english, '-1234.5'],
    ['+3', english, '+3'],
    ['1.2e3', english, '1200'],
    ['1.5E-05', english, '0.000015'],
    ['.5', english, '0.5'],
    ['12.000', english, '12'],
    ['0.0000000000005', english, '0.000000000001'],
    ['-0.00000000000049', english, '-0'],
    ["1'000.5", { decimal: '.', thousands: "'" }, '1000.5'],
    ['1\u202f000,5', { decimal: ',', thousands: ' ' }, '1000.5'],
  ])('are read: %j', (text, form, read) => {
    expect(readNumber(text, form)).toEqual({ text: read, currency: undefined });
  });

  it.each([
    ['$1.50', '1.5', '$'],
    ['-$1.50', '-1.5', '$'],
    ['($1.50)', '-1.5', '$'],
    ['US$ 1.50', '1.5', 'US$'],
    ['1.50 EUR', '1.5', 'EUR'],
    ['EUR -1.50', '-1.5', 'EUR'],
  ])('are read with their currency sign: %j', (text, read, currency) => {
    expect(readNumber(text, english)).toEqual({ text: read, currency });
  });

  it.each([
    '',
    '-',
    '.',
    'abc',
    '1,23',
    '12,34.5',
    '1.2.3',
    '1e',
    '1e99',
    '--1',
    'NaN',
    'Infinity',
    '0x10',
    '(1',
    '1 2',
  ])('are not read: %j', (text) => {
    expect(readNumber(text, english)).toBeUndefined();
  });

  it('are read back in each form as we write them', () =>
    checkProperty(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (units) => {
        const text = formatAmount(units);
        const [whole = '', decimals] = text.split('.');
        const grouped =
          whole.replace(/\B(?=(\d{3})+$)/g, '.') + (decimals === undefined ? '' : `,${decimals}`);
        expect(parseAmount(readNumber(grouped, german)?.text ?? '')).toBe(units);
        expect(parseAmount(readNumber(text, { decimal: '.' })?.text ?? '')).toBe(units);
      }),
    ));
});

test.each([
  ['YYYYMMDD', '20251005', '2025-10-05'],
  ['YYYYMM', '202510', '2025-10'],
  ['MM/DD/YYYY', '1/5/2025', '2025-01-05'],
  ['MM/DD/YY', '10/5/25 7:04pm', '2025-10-05'],
  ['DD.MM.YYYY', '05.10.2025', '2025-10-05'],
  ['DD MMM YYYY', '04 Jan 2021 23:22:11 GMT', '2021-01-04'],
  ['MMM-YY', 'SEP-25', '2025-09'],
  ['MMM YYYY', 'September 2025', '2025-09'],
  ['YYYY-Qq', '2025-Q3', '2025-09'],
  ['YYYY-MM-DD', '2025-10-05T10:00:00Z', '2025-10-05'],
  ['YYYYMMDD', '2025105', undefined],
  ['MM/DD/YYYY', '2025-10-05', undefined],
  ['MMM-YY', 'XXX-25', undefined],
])('a date in the form %s is read: %j', (form, text, read) => {
  expect(new LayoutDates([form]).read(text)).toBe(read);
});
