/** import-usage --check: adds up a report on this machine, and asks the stage for the owners of its ISRCs. */
import * as v from 'valibot';
import { formatAmount } from '../../../shared/kit/values/money.ts';
import { batchesOf } from '../../../shared/platform/batches.ts';
import { reportLines } from '../../../shared/usage/import/report-lines.ts';
import type { ReportLayout } from '../../../shared/usage/layouts/report-layout.ts';
import { FileRejected } from '../../../shared/usage/reading/file-rejected.ts';
import type { OtherLine, ReportLine } from '../../../shared/usage/reading/report-reader.ts';
import { lastUsageDay } from '../../../shared/usage/rules/usage-day.ts';
import { NO_DAY } from '../../../shared/usage/rules/usage-line.ts';
import { runStep, type StageCall } from '../invoke.ts';
import { rejection } from '../rejection.ts';

const MAX_SHOWN = 20;
const CODES_PER_CALL = 500;

/** The sums of what would be imported. */
class ReportSums {
  lines = 0;
  rejected = 0;
  skipped = 0;
  plays = 0n;
  first = '';
  last = '';
  readonly revenue = new Map<string, bigint>();
  readonly skippedRevenue = new Map<string, bigint>();
  readonly countries = new Map<string, bigint>();
  readonly codes = new Map<string, number>();
  readonly faults: string[] = [];
  readonly totals: string[] = [];
  ignored: readonly string[] = [];

  add({ number, read }: ReportLine): void {
    this.lines += 1;
    if (typeof read === 'string') {
      this.rejected += 1;
      if (this.faults.length < MAX_SHOWN) this.faults.push(`Line ${number}: ${read}`);
      return;
    }
    const { date, country, isrc, plays, revenue, currency } = read;
    this.plays += BigInt(plays);
    if (date !== NO_DAY) {
      if (this.first === '' || date < this.first) this.first = date;
      if (date > this.last) this.last = date;
    }
    this.revenue.set(currency, (this.revenue.get(currency) ?? 0n) + revenue);
    this.countries.set(country, (this.countries.get(country) ?? 0n) + BigInt(plays));
    this.codes.set(isrc, (this.codes.get(isrc) ?? 0) + 1);
  }

  addOther({ is, cells, money }: OtherLine): void {
    if (money)
      this.skippedRevenue.set(
        money.currency,
        (this.skippedRevenue.get(money.currency) ?? 0n) + money.revenue,
      );
    if (is === 'skipped') this.skipped += 1;
    else if (this.totals.length < MAX_SHOWN) this.totals.push(cells.join(' | '));
  }
}

interface Checked {
  readonly content: AsyncIterable<Uint8Array>;
  readonly layout: ReportLayout | null;
}

/** @returns what would be imported. @throws Rejection for a report of which nothing would be. */
export async function checkReport(call: StageCall, { content, layout }: Checked) {
  const sums = new ReportSums();
  await addUp(sums, { content, layout });
  if (sums.lines > 0 && sums.rejected === sums.lines)
    throw rejection('usage_file_refused', `All ${sums.lines} lines would be rejected. ${sums.faults[0]}`);
  const { unmatched, several } = await unmatchedCodes(call, [...sums.codes.keys()]);
  const linesOf = (codes: readonly string[]) =>
    codes.reduce((sum, code) => sum + (sums.codes.get(code) ?? 0), 0);
  return {
    ...(layout && { layout: layout.name }),
    lines: sums.lines,
    rejected: sums.rejected,
    skipped: sums.skipped,
    ...(sums.skippedRevenue.size > 0 && { 'skipped-revenue': amountsOf(sums.skippedRevenue) }),
    days: sums.first === sums.last ? sums.first : `${sums.first} to ${sums.last}`,
    plays: String(sums.plays),
    revenue: amountsOf(sums.revenue),
    'totals-of-the-file': sums.totals,
    'plays-by-country': Object.fromEntries(
      sorted(sums.countries).map(([country, plays]) => [country, String(plays)]),
    ),
    'unmatched-lines': linesOf(unmatched),
    'unmatched-isrcs': unmatched.slice(0, MAX_SHOWN),
    ...(several.length > 0 && { 'of-several-owners': several.slice(0, MAX_SHOWN) }),
    ...(sums.ignored.length > 0 && { 'columns-not-read': [...sums.ignored] }),
    ...(sums.faults.length > 0 && { 'rejected-lines': sums.faults }),
  };
}

const sorted = (of: ReadonlyMap<string, bigint>) =>
  [...of].toSorted(([left], [right]) => (left < right ? -1 : 1));

const amountsOf = (sums: ReadonlyMap<string, bigint>) =>
  Object.fromEntries(sorted(sums).map(([currency, amount]) => [currency, formatAmount(amount)]));

async function addUp(sums: ReportSums, { content, layout }: Checked): Promise<void> {
  const announced = {
    sha256: null,
    lastDay: lastUsageDay(new Date()),
    layout,
    onIgnored: (names: readonly string[]) => {
      sums.ignored = names;
    },
    onOther: (line: OtherLine) => sums.addOther(line),
  };
  try {
    for await (const lines of reportLines(content, announced)) for (const line of lines) sums.add(line);
  } catch (error) {
    if (error instanceof FileRejected) throw rejection('usage_file_refused', error.message);
    throw error;
  }
}

const findingsSchema = v.object({ findings: v.record(v.string(), v.string()) });

/** @returns the codes that belong to no delivered track or to several owners, and which of them belong to several. */
async function unmatchedCodes(call: StageCall, codes: readonly string[]) {
  const unmatched: string[] = [];
  const several: string[] = [];
  for (const isrcs of batchesOf(codes, CODES_PER_CALL)) {
    const { findings } = await runStep(call, findingsSchema, { isrcs });
    for (const [code, finding] of Object.entries(findings)) {
      unmatched.push(code);
      if (finding === 'ambiguous') several.push(code);
    }
  }
  return { unmatched, several };
}
