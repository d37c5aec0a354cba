import { describe, expect, it } from 'vitest';
import { playSeries } from '../../../infra/operator/play-series.ts';
import { countryData } from '../../../shared/reference/data/countries.ts';

const range = { from: '2026-02-27', to: '2026-03-02' };
const none = { ...range, days: {}, countries: {} };
const closed = { isOpenEnded: false };
const open = { isOpenEnded: true };

describe('the days of a chart', () => {
  it('are all days of the range in order, with 0 for days without plays', () => {
    const days = { '2026-03-01': 4, '2026-02-27': 3 };
    const { total, days: bars } = playSeries({ ...none, days }, closed);
    expect(total).toBe(7);
    expect(bars.map(({ label, plays }) => [label, plays])).toEqual([
      ['2026-02-27', 3],
      ['2026-02-28', 0],
      ['2026-03-01', 4],
      ['2026-03-02', 0],
    ]);
  });

  it('end with the last day with plays if no last day is given', () => {
    const days = { '2026-02-28': 3, '2026-03-01': 0 };
    const bars = playSeries({ ...none, days }, open).days;
    expect(bars.map(({ label }) => label)).toEqual(['2026-02-27', '2026-02-28']);
  });

  it('are complete even without any plays', () => {
    expect(playSeries(none, open)).toMatchObject({ total: 0, days: { length: 4 }, countries: [] });
  });
});

describe('the countries of a chart', () => {
  const barsOf = (countries: Record<string, number>) => playSeries({ ...none, countries }, closed).countries;

  it('have names, and are ranked by plays and then by name', () => {
    expect(barsOf({ SE: 5, DE: 7, AT: 5, FR: 0 })).toEqual([
      { label: 'Germany', plays: 7 },
      { label: 'Austria', plays: 5 },
      { label: 'Sweden', plays: 5 },
    ]);
  });

  it('are the first 15 and a sum of the others, unless there is only one other', () => {
    const codes = countryData.rows().map((row) => row['alpha2-code']);
    const many = (count: number) =>
      barsOf(Object.fromEntries(codes.slice(0, count).map((code, index) => [code, 100 - index])));
    expect(many(16)).toHaveLength(16);
    expect(many(16).at(-1)).toEqual({ label: countryData.rows()[15]?.name, plays: 85 });
    expect(many(18)).toHaveLength(16);
    expect(many(18).at(-1)).toEqual({ label: '3 other countries', plays: 85 + 84 + 83 });
  });
});
