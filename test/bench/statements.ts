/**
 * What statements use of an owner with 10,000 tracks on 1,000 albums, which 20 reports a month tell of, in 60
 * countries, over 24 months, and one in the month after them in 100 countries.
 */

import { Table } from '../../shared/kit/table/table.ts';
import { batchesOf } from '../../shared/platform/batches.ts';
import { countryData } from '../../shared/reference/data/countries.ts';
import { dspData } from '../../shared/reference/data/dsps.ts';
import { EarningSums } from '../../shared/usage/earnings/earning-sums.ts';
import { lineContribution } from '../../shared/usage/import/groups.ts';
import { putRevenue } from '../../shared/usage/revenue/change-revenue.ts';
import { revenueRows } from '../../shared/usage/revenue/revenue-rows.ts';
import { linesRow } from '../../shared/usage/rows/usage-rows.ts';
import type { UsageLine } from '../../shared/usage/rules/usage-line.ts';
import { forgetEverything, type InProcess, startInProcess } from './in-process.ts';
import type { Figures } from './report.ts';

const TRACKS = 10_000;
const TRACKS_PER_ALBUM = 10;
const REPORTS = 20;
const COUNTRIES = 60;
const YEARS = [2025, 2026];
/** As many as imports write into one. */
const LINES_PER_ROW = 3000;
const FIRST_ID = 115_105_731_800_000;
const range = (from: string, to: string) => `filter[period-from]=${from}&filter[period-to]=${to}`;
const WHOLE = range('2025-01', '2026-12');
const MONTH = range('2026-12', '2026-12');
/** In which one report tells of all tracks in many countries. */
const WIDE_MONTH = '2027-01';
const WIDE_COUNTRIES = 100;
const WIDE = range(WIDE_MONTH, WIDE_MONTH);

const STATEMENTS = {
  'by country, 24 months': `group=country&${WHOLE}`,
  'by DSP, 24 months': `group=dsp&${WHOLE}`,
  'by album, 24 months': `group=album&${WHOLE}`,
  'by track, a month': `group=track&${MONTH}`,
  'by track, 24 months': `group=track&${WHOLE}`,
  'by track, 24 months, last page': `group=track&page[size]=100&page[number]=2400&${WHOLE}`,
  'by track and country, a month': `group=track,country&${MONTH}`,
  'by DSP and country, a month': `group=dsp,country&${MONTH}`,
  'by track, with a filter of a country, a month': `group=track&filter[country]=US&${MONTH}`,
  'by track and country, a month of a million lines': `group=track,country&${WIDE}`,
  'of one track by country, a month of a million lines': `group=country&filter[track]=${FIRST_ID}&${WIDE}`,
} as const;

/** @param scale of the number of tracks. */
export async function statements(scale = 1): Promise<Figures> {
  const inProcess = await startInProcess();
  const tracks = Math.round(TRACKS * scale);
  await fill(inProcess.person.userId, tracks);
  await fillWide(inProcess.person.userId, tracks);
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

interface Told {
  readonly period: string;
  readonly dsp: string;
  readonly track: number;
  readonly country: string;
  readonly plays: number;
}

const isrcOf = (track: number): string => `QZBEN26${String(track).padStart(5, '0')}`;

const lineOf = ({ period, dsp, track, country, plays }: Told): UsageLine => ({
  ...{ date: `${period}-01`, dsp, country, plays, currency: 'EUR' },
  isrc: isrcOf(track),
  revenue: BigInt(plays) * 2_871_000_000n,
});

const trackOf = (owner: string, track: number) => ({
  ...{ id: String(FIRST_ID + track * 3), owner, artists: [], isrc: isrcOf(track) },
  album: String(FIRST_ID + 50_000 + Math.floor(track / TRACKS_PER_ALBUM)),
});

const codes = countryData.rows().map((row) => row['alpha2-code']);
const countryAt = (at: number): string => codes[at % codes.length] ?? 'US';

/** Writes what an import of them writes for statements. @param withLines also what it writes for reports. */
async function report(
  owner: string,
  importId: string,
  { told, withLines }: { told: readonly Told[]; withLines: boolean },
): Promise<void> {
  const table = new Table();
  const [first] = told;
  if (!first) return;
  const sums = new EarningSums();
  const writer = { importId, run: importId };
  const { dsp, period } = first;
  const lines = told.map((each) => {
    const [line, track] = [lineOf(each), trackOf(owner, each.track)];
    sums.addLine(line, track);
    return lineContribution(line, track).item;
  });
  const of = { owner, dsp, date: `${period}-01` };
  if (withLines)
    await table.putMany(
      batchesOf(lines, LINES_PER_ROW).map((some, part) => linesRow(writer, of, { part, lines: some })),
    );
  const { revenue, earnings } = revenueRows(writer, { owner, month: period, currency: 'EUR' }, sums);
  await table.putMany(earnings);
  await putRevenue(table, [revenue]);
}

async function fill(owner: string, tracks: number): Promise<void> {
  const dsps = dspData.rows().map(({ id }) => id);
  for (const year of YEARS)
    for (let month = 1; month <= 12; month++)
      for (let each = 0; each < REPORTS; each++) {
        const period = `${year}-${String(month).padStart(2, '0')}`;
        const told = Array.from({ length: tracks }, (_, track) => ({
          ...{ period, track, dsp: dsps[each % dsps.length] ?? '1', country: countryAt(track % COUNTRIES) },
          // Not the same every month, and no two with the same digits.
          plays: 1 + ((track * 7919 + month * 104_729 + each * 1299) % 4096),
        }));
        const importId = `import-${period.replace('-', '')}-${String(each).padStart(2, '0')}`;
        await report(owner, importId, { told, withLines: MONTH.includes(period) });
      }
}

async function fillWide(owner: string, tracks: number): Promise<void> {
  const told = Array.from({ length: tracks * WIDE_COUNTRIES }, (_, at) => ({
    ...{ period: WIDE_MONTH, dsp: '1', track: Math.floor(at / WIDE_COUNTRIES) },
    ...{ country: countryAt(at % WIDE_COUNTRIES), plays: 1 + ((at * 7919) % 4096) },
  }));
  await report(owner, 'import-wide', { told, withLines: true });
}
