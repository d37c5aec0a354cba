/** The text of a report: lines by country, ISRC and currency, summed over all imports, in bounded memory. */
import type { Table } from '../../kit/table/table.ts';
import { parseAmount } from '../../kit/values/money.ts';
import type { AnalyticsReport } from '../api/analytics-reports.ts';
import { reportLine, usageHeader } from '../import/report-format.ts';
import { Spill } from '../import/spill.ts';
import { linesOf } from '../import/usage-rows.ts';
import { usageLinesKey } from '../keys.ts';
import { COUNTRY_CODES, codeOf, countryWith } from '../pack-plays.ts';
import type { UsageLine } from '../rules/usage-line.ts';

/** Distributes the lines on the owner's tracks over temporary files, one per country. */
export async function linesByCountry(
  { ownerId, fields: { date, 'dsp-id': dspId } }: AnalyticsReport,
  table: Table,
  directory: string,
): Promise<Spill> {
  const spill = new Spill(directory, COUNTRY_CODES);
  const { pk } = usageLinesKey(ownerId, { dsp: String(dspId), date, importId: '', part: 0 });
  for (const row of await table.query({ partition: pk }))
    for (const { isrc, country, currency, plays, revenue } of linesOf(row))
      spill.addTo(codeOf(country), [isrc, currency, plays, revenue].join('\t'));
  return spill;
}

/** @param spill the lines by country. @returns the header, then the lines of each country. */
export async function* reportText(
  { fields: { date, 'dsp-id': dspId } }: AnalyticsReport,
  spill: Spill,
): AsyncGenerator<readonly string[]> {
  yield [usageHeader];
  for (let code = 0; code < spill.count; code++) {
    const sums = await sumsOf(spill, code);
    const place = { date, dsp: String(dspId), country: countryWith(code) };
    yield [...sums.keys()].sort().map((key) => reportLine({ ...place, ...lineOf(key, sums) }));
  }
}

interface Sum {
  plays: number;
  revenue: bigint;
}

/** Keyed by ISRC and currency, separated by a tab. */
type Sums = ReadonlyMap<string, Sum>;

async function sumsOf(spill: Spill, file: number): Promise<Sums> {
  const sums = new Map<string, Sum>();
  for await (const lines of spill.lines(file)) {
    for (const line of lines) {
      const [isrc = '', currency = '', plays, revenue = ''] = line.split('\t');
      const key = `${isrc}\t${currency}`;
      const sum = sums.get(key) ?? { plays: 0, revenue: 0n };
      sums.set(key, sum);
      sum.plays += Number(plays);
      sum.revenue += parseAmount(revenue) ?? 0n;
    }
  }
  return sums;
}

function lineOf(key: string, sums: Sums): Omit<UsageLine, 'date' | 'dsp' | 'country'> {
  const [isrc = '', currency = ''] = key.split('\t');
  const { plays, revenue } = sums.get(key) ?? { plays: 0, revenue: 0n };
  return { isrc, currency, plays, revenue };
}
