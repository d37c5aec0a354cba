/** The text of a report: lines by country, ISRC and currency, summed over all imports, in bounded memory. */
import type { Table } from '../../kit/table/table.ts';
import { storedAmount } from '../../kit/values/money.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import type { AnalyticsReport } from '../api/analytics-reports.ts';
import { Spill } from '../import/spill.ts';
import { usageLinesPartition } from '../keys.ts';
import { reportLine, usageHeader } from '../reading/report-format.ts';
import { COUNTRY_CODES, codeOf, countryWith } from '../rows/pack-plays.ts';
import { linesOf } from '../rows/usage-rows.ts';

/** Distributes the lines on the owner's tracks over temporary files, one per country. */
export async function linesByCountry(
  { ownerId, fields: { date, 'dsp-id': dspId } }: AnalyticsReport,
  table: Table,
  directory: string,
): Promise<Spill> {
  const spill = new Spill(directory, COUNTRY_CODES);
  const partition = usageLinesPartition(ownerId, { dsp: String(dspId), date });
  for (const row of await table.query({ partition }))
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
    const common = { date, dsp: String(dspId), country: countryWith(code) };
    const sorted = [...sums].sort(([left], [right]) => (left < right ? -1 : 1));
    yield sorted.map(([, sum]) => reportLine({ ...common, ...sum }));
  }
}

interface Sum {
  readonly isrc: string;
  readonly currency: string;
  plays: number;
  revenue: bigint;
}

/** @returns the sums by ISRC and currency. */
async function sumsOf(spill: Spill, file: number): Promise<ReadonlyMap<string, Sum>> {
  const sums = new Map<string, Sum>();
  for await (const lines of spill.lines(file)) {
    for (const line of lines) {
      const [isrc, currency, plays, revenue] = tupleOf(4, line.split('\t'));
      const key = `${isrc}\t${currency}`;
      const sum = sums.get(key) ?? { isrc, currency, plays: 0, revenue: 0n };
      sums.set(key, sum);
      sum.plays += Number(plays);
      sum.revenue += storedAmount(revenue);
    }
  }
  return sums;
}
