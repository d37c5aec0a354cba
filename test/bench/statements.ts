/**
 * What statements use of an owner with 10,000 tracks on 1,000 albums, which 20 reports a month tell of, in 60
 * countries, over 24 months.
 */
import { Table } from '../../shared/kit/table/table.ts';
import { countryData } from '../../shared/reference/data/countries.ts';
import { dspData } from '../../shared/reference/data/dsps.ts';
import { revenueRows } from '../../shared/usage/earnings/earning-rows.ts';
import { EarningSums } from '../../shared/usage/earnings/earning-sums.ts';
import { putRevenue } from '../../shared/usage/revenue/change-revenue.ts';
import { forgetEverything, type InProcess, startInProcess } from './in-process.ts';
import type { Figures } from './report.ts';

const TRACKS = 10_000;
const TRACKS_PER_ALBUM = 10;
const REPORTS = 20;
const COUNTRIES = 60;
const YEARS = [2025, 2026];
const FIRST_ID = 115_105_731_800_000;
const range = (from: string, to: string) => `filter[period-from]=${from}&filter[period-to]=${to}`;
const WHOLE = range('2025-01', '2026-12');
const MONTH = range('2026-12', '2026-12');

const STATEMENTS = {
  'by country, 24 months': `group=country&${WHOLE}`,
  'by DSP, 24 months': `group=dsp&${WHOLE}`,
  'by album, 24 months': `group=album&${WHOLE}`,
  'by track, a month': `group=track&${MONTH}`,
  'by track, 24 months': `group=track&${WHOLE}`,
  'by track, 24 months, last page': `group=track&page[size]=100&page[number]=2400&${WHOLE}`,
} as const;

/** @param scale of the number of tracks. */
export async function statements(scale = 1): Promise<Figures> {
  const inProcess = await startInProcess();
  await fill(inProcess.person.userId, Math.round(TRACKS * scale));
  const figures: Record<string, Figures[string]> = {};
  for (const [name, query] of Object.entries(STATEMENTS)) figures[name] = await costOf(inProcess, query);
  const csv = `group=track&${MONTH}`;
  figures['by track, a month, CSV'] = await costOf(inProcess, csv, 'text/csv');
  await inProcess.end();
  return figures;
}

/** Requests until the statement is shown, and then again. */
async function costOf({ respond, useOf }: InProcess, query: string, accept?: string) {
  const path = `/royalties/statements?${query}`;
  let requests = 0;
  let slowest = 0;
  const request = async () => {
    forgetEverything();
    const started = performance.now();
    const { status, text } = await respond('GET', path, undefined, accept);
    slowest = Math.max(slowest, performance.now() - started);
    requests += 1;
    if (status !== 200 && status !== 503) throw new Error(`${path}: ${status} ${text}`);
    return status;
  };
  const first = await useOf(async () => {
    while ((await request()) === 503);
  });
  const asked = requests;
  const slowestFirst = Math.round(slowest);
  slowest = 0;
  const again = await useOf(request);
  return {
    requests: asked,
    'read units, first': first['read units'],
    'write units, first': first['write units'],
    'milliseconds, slowest': slowestFirst,
    'calls, again': again.calls,
    'read units, again': again['read units'],
    'rounds, again': again.rounds,
    'milliseconds, again': Math.round(slowest),
  };
}

async function fill(owner: string, tracks: number): Promise<void> {
  const table = new Table();
  const dsps = dspData.rows().map(({ id }) => id);
  const countries = countryData.rows().map((row) => row['alpha2-code']);
  for (const year of YEARS)
    for (let month = 1; month <= 12; month++)
      for (let report = 0; report < REPORTS; report++) {
        const sums = new EarningSums();
        const period = `${year}-${String(month).padStart(2, '0')}`;
        for (let track = 0; track < tracks; track++) {
          // Not the same every month, and no two with the same digits.
          const plays = 1 + ((track * 7919 + month * 104_729 + report * 1299) % 4096);
          const line = {
            date: `${period}-01`,
            dsp: dsps[report % dsps.length] ?? '1',
            country: countries[track % COUNTRIES] ?? 'US',
            isrc: `QZBEN26${String(track).padStart(5, '0')}`,
            plays,
            revenue: BigInt(plays) * 2_871_000_000n,
            currency: 'EUR',
          };
          const album = String(FIRST_ID + 50_000 + Math.floor(track / TRACKS_PER_ALBUM));
          sums.addLine(line, { id: String(FIRST_ID + track * 3), owner, album, artists: [] });
        }
        const importId = `import-${String(year)}${String(month).padStart(2, '0')}-${String(report).padStart(2, '0')}`;
        const of = { owner, month: period, currency: 'EUR' };
        const { revenue, earnings } = revenueRows({ importId, run: importId }, of, sums);
        await table.putMany(earnings);
        await putRevenue(table, [revenue]);
      }
}
