import { describe, expect, it, test } from 'vitest';
import { isUsageHeader, readUsageLine } from '../../../../shared/usage/rules/usage-line.ts';

const known = { dsps: new Set(['1', '7']), countries: new Set(['US', 'DE']) };
const good = ['2026-01-31', '1', 'US', 'DE-AB1-26-00001', '12', '-0.5', 'EUR'];

/** A valid line with one cell replaced. */
function withCell(index: number, value: string): string[] {
  return good.map((cell, at) => (at === index ? value : cell));
}
const read = (cells: readonly string[]) => readUsageLine(cells, known);

it('a line is read with codes in their comparable form', () => {
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
  ['negative plays', withCell(4, '-1'), /^plays /],
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
  ['a column too few', good.slice(1), /has 6 columns instead of 7/],
  ['a column too many', [...good, 'x'], /has 8 columns instead of 7/],
])('a line with %s is rejected', (_, cells, reason) => {
  expect(read(cells)).toMatch(reason);
});

it('a line is read with the maximum number of plays', () => {
  expect(read(withCell(4, '1000000000000'))).toMatchObject({ plays: 1_000_000_000_000 });
});

it('a line is read with blank columns at its end, as spreadsheet programs write them', () => {
  expect(read([...good, '', ' '])).toEqual(read(good));
});

it('a line is read with a refund', () => {
  expect(read(good)).toMatchObject({ isrc: 'DEAB12600001', revenue: -500_000_000_000n });
});

describe('a list of column names', () => {
  test.each([
    [['date', 'dsp_id', 'country', 'isrc', 'plays', 'revenue', 'currency'], true],
    [['Date', ' DSP_ID', 'country', 'isrc', 'plays', 'revenue', 'currency '], true],
    [['date', 'dsp_id', 'country', 'isrc', 'plays', 'revenue', 'currency', '', ' '], true],
    [['date', 'dsp_id', 'country', 'isrc', 'plays', 'revenue', 'currency', 'x'], false],
    [['dsp_id', 'date', 'country', 'isrc', 'plays', 'revenue', 'currency'], false],
    [['date', 'dsp_id', 'country', 'isrc', 'plays', 'revenue'], false],
    [['2026-01-31', '1', 'US', 'DEAB12600001', '12', '0.5', 'EUR'], false],
  ])('%j is a valid header: %s', (cells, is) => {
    expect(isUsageHeader(cells)).toBe(is);
  });
});
