/** The store reports of the demo. */
import { describe, expect, it } from 'vitest';
import { demoAlbums } from '../../../bin/local/demo/catalogue.ts';
import { demoUsage, reportOf } from '../../../bin/local/demo/usage-report.ts';
import { countryData } from '../../../shared/reference/data/countries.ts';
import { dspData } from '../../../shared/reference/data/dsps.ts';
import { readHeader } from '../../../shared/usage/rules/report-header.ts';
import { readUsageLine } from '../../../shared/usage/rules/usage-line.ts';

const album = demoAlbums.find(({ distribution }) => distribution === 'delivered');
if (!album) throw new Error('No album of the demo is delivered.');
const usageOf = (dspId: string) => demoUsage(album, { dspId, releaseDate: '2026-08-23' });
const usage = album.dspIds.flatMap(usageOf);

describe('the demo reports', () => {
  it('name only existing DSPs and countries in valid lines', () => {
    const places = {
      dsps: new Set(dspData.rows().map(({ id }) => id)),
      countries: new Set(countryData.rows().map((row) => row['alpha2-code'])),
      lastDay: '2026-11-22',
    };
    for (const dspId of album.dspIds) {
      const [header = '', ...lines] = reportOf(usageOf(dspId)).trimEnd().split('\n');
      expect(readHeader(header.split(','))).toMatchObject({ width: 7, ignored: [] });
      expect(lines.length).toBeGreaterThan(1000);
      for (const line of lines) expect(readUsageLine(line.split(','), places)).toMatchObject({ dsp: dspId });
    }
  });

  it('cover every day of three months, with most plays at the start', () => {
    const days = Map.groupBy(usage, ({ date }) => date);
    const sums = [...days].map(([date, lines]) => ({
      date,
      plays: lines.reduce((sum, { plays }) => sum + plays, 0),
    }));
    expect(sums).toHaveLength(91);
    expect([sums[0]?.date, sums.at(-1)?.date]).toEqual(['2026-08-23', '2026-11-21']);
    const week = (start: number) => sums.slice(start, start + 7).reduce((sum, { plays }) => sum + plays, 0);
    expect(week(0)).toBeGreaterThan(3 * week(84));
  });

  it('cover exactly the tracks of the demo, with revenue in two currencies', () => {
    expect(new Set(usage.map(({ isrc }) => isrc))).toEqual(new Set(album.tracks.map(({ isrc }) => isrc)));
    expect(new Set(usage.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'USD']));
    expect(usage.every(({ plays, revenue }) => plays > 0 && revenue > 0n)).toBe(true);
  });

  it('are the same on every run', () => {
    expect(reportOf(usageOf('1'))).toBe(reportOf(usageOf('1')));
    expect(reportOf(usageOf('1'))).not.toBe(reportOf(usageOf('4')));
  });
});
