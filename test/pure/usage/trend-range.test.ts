import { expect, it, test } from 'vitest';
import { trendRange } from '../../../shared/usage/trends/trend-range.ts';

const now = new Date('2026-11-22T23:59:59Z');

test.each([
  ['no days', {}, '2026-10-24', '2026-11-22'],
  ['a first day', { from: '2025-01-31' }, '2025-01-31', '2026-11-22'],
  ['a last day', { to: '2026-03-01' }, '2026-01-31', '2026-03-01'],
  ['both days', { from: '2020-01-01', to: '2026-12-31' }, '2020-01-01', '2026-12-31'],
  ['one day', { from: '2026-01-01', to: '2026-01-01' }, '2026-01-01', '2026-01-01'],
  ['a first day in the future', { from: '2026-12-24' }, '2026-12-24', '2026-12-24'],
])('a range is completed from %s', (_, asked, from, to) => {
  expect(trendRange(asked, now)).toEqual({ from, to });
});

it('a range that ends before it begins is rejected', () => {
  expect(() => trendRange({ from: '2026-01-02', to: '2026-01-01' }, now)).toThrow(
    expect.objectContaining({
      problems: [expect.objectContaining({ parameter: 'filter[date-from]' })],
    }),
  );
});
