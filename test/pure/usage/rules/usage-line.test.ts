import { expect, it, test } from 'vitest';
import { readUsageLine } from '../../../../shared/usage/rules/usage-line.ts';

const known = { dsps: new Set(['1', '7']), countries: new Set(['US', 'DE']), lastDay: '2026-11-29' };
const good = ['2026-01-31', '1', 'US', 'DE-AB1-26-00001', '12', '-0.5', 'EUR'];

/** A valid line with one cell replaced. */
function withCell(index: number, value: string): string[] {
  return good.map((cell, at) => (at === index ? value : cell));
}
const read = (cells: readonly string[]) =>
  readUsageLine(
    cells.map((cell) => cell.trim()),
    known,
  );

it('a line has its codes in comparable form', () => {
  expect(read([' 2026-01-31', '7', 'us', 'de-ab1-26-00001', '0', '1', ' eur '])).toEqual({
    date: '2026-01-31',
    dsp: '7',
    country: 'US',
    isrc: 'DEAB12600001',
    plays: 0,
    revenue: 1_000_000_000_000n,
    currency: 'EUR',
  });
});

test.each([
  ['a day that does not exist', withCell(0, '2026-02-30'), /^date /],
  ['a day in another form', withCell(0, '31.01.2026'), /^date /],
  ['an unknown DSP', withCell(1, '8'), /^dsp_id /],
  ['an unknown country', withCell(2, 'XX'), /^country /],
  ['a day before all reports', withCell(0, '1998-12-31'), /^date must be from 1999-01-01 to 2026-11-29\./],
  ['the year 0001', withCell(0, '0001-01-01'), /^date must be from /],
  ['a day after tomorrow', withCell(0, '2026-11-30'), /^date must be from /],
  ['a month that has not ended', withCell(0, '2026-11'), /^date must be from /],
  ['a period that ends before it begins', withCell(0, '2026-01-31/2026-01-01'), /^date must be a day/],
  ['fewer plays than a line can have', withCell(4, '-1000000000001'), /^plays /],
  ['revenue of 13 digits', withCell(5, '1000000000000'), /^revenue must have at most 12 digits/],
  ['an ISRC as revenue', withCell(5, '-12345678901234567890123456'), /^revenue must have at most 12 digits/],
  ['plays with decimals', withCell(4, '1.5'), /^plays /],
  ['no plays', withCell(4, ''), /^plays /],
  ['more plays than a line can have', withCell(4, '1000000000001'), /^plays /],
  ['revenue of 13 places', withCell(5, '0.0000000000001'), /^revenue /],
  ['no revenue', withCell(5, ''), /^revenue /],
  ['no currency', withCell(6, ' '), /^currency /],
  ['a name of a currency', withCell(6, 'EURO'), /^currency /],
  ['a code of no currency', withCell(6, 'XQX'), /^currency /],
  ['a formula as currency', withCell(6, '+1+1'), /^currency /],
  ['no ISRC', withCell(3, ''), /^isrc /],
  ['an ISRC that is too short', withCell(3, 'DEAB1260001'), /^isrc /],
  ['an ISRC that is too long', withCell(3, 'DEAB126000011'), /^isrc /],
  ['an ISRC with a digit in its country', withCell(3, 'D1AB12600001'), /^isrc /],
  ['an ISRC with a letter in its number', withCell(3, 'DEAB1260000X'), /^isrc /],
  ['a formula as ISRC', withCell(3, '=1+1'), /^isrc /],
])('a line with %s is rejected', (_, cells, reason) => {
  expect(read(cells)).toMatch(reason);
});

it('a line may have the maximum number of plays', () => {
  expect(read(withCell(4, '1000000000000'))).toMatchObject({ plays: 1_000_000_000_000 });
});

it('a line may have the extreme revenues and days', () => {
  expect(read(withCell(5, '-999999999999.999999999999'))).toMatchObject({
    revenue: -999_999_999_999_999_999_999_999n,
  });
  expect(read(withCell(0, '1999-01-01'))).toMatchObject({ date: '1999-01-01' });
  expect(read(withCell(0, '2026-11-29'))).toMatchObject({ date: '2026-11-29' });
});

it.each([
  ['2026-02', '2026-02-28'],
  ['2024-02', '2024-02-29'],
  ['2026-01-05/2026-02-01', '2026-02-01'],
  ['2026-01-05/2026-01-05', '2026-01-05'],
  ['', ''],
])('a line for the period %j counts on %j', (period, date) => {
  expect(read(withCell(0, period))).toMatchObject({ date });
});

it.each(['-3', '+3', '-0', '-1000000000000'])('a line may have the plays %s', (plays) => {
  expect(read(withCell(4, plays))).toMatchObject({ plays: Number(plays) || 0 });
});

it('a line may be a refund', () => {
  expect(read(good)).toMatchObject({ isrc: 'DEAB12600001', revenue: -500_000_000_000n });
});
