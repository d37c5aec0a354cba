/** First step: reads the report and distributes its lines over files by ISRC. */
import { csvLine } from '../../kit/values/csv.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { parseLayout } from '../layouts/report-layout.ts';
import { usageHeader } from '../reading/report-format.ts';
import type { OtherLine, ReportLine } from '../reading/report-reader.ts';
import { lastUsageDay } from '../rules/usage-day.ts';
import { NO_DAY, type UsageLine } from '../rules/usage-line.ts';
import { LinesDigest } from './lines-digest.ts';
import { reportLines } from './report-lines.ts';
import type { Spill } from './spill.ts';
import type { UsageImport } from './usage-import.ts';
import type { WorkFiles } from './work-files.ts';

export interface ReadReport {
  readonly lines: number;
  readonly rejected: number;
  /** Why the first rejected line is rejected. */
  readonly firstReason: string | undefined;
  /** Of the valid lines. Null if there are none. */
  readonly linesDigest: string | null;
  /** Names of columns that were not read. */
  readonly ignored: readonly string[];
  /** Amounts of the valid lines by currency. */
  readonly revenue: Readonly<Record<string, string>>;
  /** Amounts of skipped lines by currency. */
  readonly skippedRevenue: Readonly<Record<string, string>>;
}

/** @param sha256 null for lines that the service wrote, of which those that it no longer accepts remain unmatched. */
export async function readReport(
  content: AsyncIterable<Uint8Array>,
  { sha256, started }: { readonly sha256: string | null; readonly started: UsageImport },
  to: Spills,
): Promise<ReadReport> {
  const reading = new Reading(to, sha256 === null);
  // The start is the same in all attempts, so that they read the same lines.
  const lastDay = lastUsageDay(new Date(started.startedAt));
  // Lines that the service wrote have our own columns.
  const layout = sha256 === null || started.layout === null ? null : parseLayout(started.layout);
  let ignored: readonly string[] = [];
  const onIgnored = (names: readonly string[]) => {
    ignored = names;
  };
  const skipped = new Map<string, bigint>();
  const onOther = ({ money }: OtherLine) => {
    if (money) skipped.set(money.currency, (skipped.get(money.currency) ?? 0n) + money.revenue);
  };
  for await (const some of reportLines(content, { sha256, lastDay, layout, onIgnored, onOther }))
    for (const line of some) reading.add(line);
  return { ...(await reading.end()), ignored, skippedRevenue: amountsIn(skipped) };
}

const amountsIn = (sums: ReadonlyMap<string, bigint>): Record<string, string> =>
  Object.fromEntries(Array.from(sums, ([currency, amount]) => [currency, formatAmount(amount)]));

interface Spills {
  readonly lines: Spill;
  readonly files: WorkFiles;
}

class Reading {
  readonly #to: Spills;
  readonly #keepsRejected: boolean;
  readonly #digest = new LinesDigest();
  #lines = 0;
  #rejected = 0;
  #firstReason: string | undefined;
  readonly #revenue = new Map<string, bigint>();
  /** Of the lines that have one. */
  #lastDay: string = NO_DAY;

  constructor(to: Spills, keepsRejected: boolean) {
    this.#to = to;
    this.#keepsRejected = keepsRejected;
    to.files.rejected.addTo(0, csvLine(['line', 'reason', 'text']));
    to.files.unmatched.addTo(0, usageHeader);
  }

  add({ number, text, read }: ReportLine): void {
    this.#lines += 1;
    if (typeof read === 'string') this.#reject({ number, text }, read);
    else if (read.date === NO_DAY)
      this.#to.files.withoutDay.addTo(0, `${number}\t${spilledLine(read)}\t${text}`);
    else this.#accept(read);
  }

  #accept(line: UsageLine): void {
    if (line.date > this.#lastDay) this.#lastDay = line.date;
    this.#revenue.set(line.currency, (this.#revenue.get(line.currency) ?? 0n) + line.revenue);
    const spilled = spilledLine(line);
    this.#digest.add(spilled);
    this.#to.lines.add(line.isrc, spilled);
  }

  #reject({ number, text }: Pick<ReportLine, 'number' | 'text'>, reason: string): void {
    this.#rejected += 1;
    this.#firstReason ??= reason;
    if (this.#keepsRejected) this.#to.files.unmatched.addTo(0, text);
    else this.#to.files.rejected.addTo(0, csvLine([number, reason, text]));
  }

  /** Lines without a day count on the last day of the others. */
  async end() {
    const date = this.#lastDay;
    for await (const some of this.#to.files.withoutDay.lines(0))
      for (const each of some) {
        const [number, ...cells] = each.split('\t');
        const text = cells.slice(SPILLED).join('\t');
        if (date === NO_DAY)
          this.#reject({ number: Number(number), text }, 'No line of the report has a date.');
        else this.#accept({ ...readSpilled(cells.slice(0, SPILLED).join('\t')), date });
      }
    return {
      lines: this.#lines,
      rejected: this.#rejected,
      firstReason: this.#firstReason,
      linesDigest: this.#digest.text,
      revenue: amountsIn(this.#revenue),
    };
  }
}

/** The number of values in a spilled line. */
const SPILLED = 7;

/** The key comes first. Lines with the same key are summed. */
const spilledLine = ({ isrc, date, dsp, country, currency, plays, revenue }: UsageLine): string =>
  [isrc, date, dsp, country, currency, plays, revenue].join('\t');

/** @returns a line from one of the files. */
export function readSpilled(line: string): UsageLine {
  const [isrc, date, dsp, country, currency, plays, revenue] = tupleOf(SPILLED, line.split('\t'));
  return { isrc, date, dsp, country, currency, plays: Number(plays), revenue: BigInt(revenue) };
}
