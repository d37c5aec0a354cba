/** First step: reads the report, and divides its lines by ISRC among files. */
import { formatAmount } from '../../shared/domain/money.ts';
import { type UsageLine, usageColumns } from '../../shared/domain/usage-line.ts';
import { type ReportLine, reportLines } from './report-lines.ts';
import type { Spill } from './spill.ts';
import type { WorkFiles } from './work-files.ts';

export interface ReadCounts {
  readonly lines: number;
  readonly rejected: number;
}

/** @throws FileRefused */
export async function readReport(
  content: AsyncIterable<Uint8Array>,
  sha256: string | null,
  { lines, files }: { lines: Spill; files: WorkFiles },
): Promise<ReadCounts> {
  const counts = { lines: 0, rejected: 0 };
  files.rejected.add('line,reason,text');
  for await (const some of reportLines(content, sha256)) {
    for (const line of some) {
      counts.lines += 1;
      if (typeof line.read === 'string') {
        counts.rejected += 1;
        files.rejected.add(rejectedLine(line, line.read));
      } else lines.add(line.read.isrc, spilledLine(line.read));
    }
  }
  return counts;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const rejectedLine = ({ number, text }: ReportLine, reason: string): string =>
  `${number},${quoted(reason)},${quoted(text)}`;

/** What tells lines apart comes first: lines that agree in it are added up. */
const spilledLine = ({ isrc, date, dsp, country, currency, plays, revenue }: UsageLine): string =>
  [isrc, date, dsp, country, currency, plays, revenue].join('\t');

/** @returns a line that was divided among the files. */
export function readSpilled(line: string): UsageLine {
  const [isrc = '', date = '', dsp = '', country = '', currency = '', plays, revenue = '0'] =
    line.split('\t');
  return { isrc, date, dsp, country, currency, plays: Number(plays), revenue: BigInt(revenue) };
}

export const unmatchedHeader = usageColumns.join();

/** A line in the form of a report. */
export const reportLine = ({ date, dsp, country, isrc, plays, revenue, currency }: UsageLine): string =>
  [date, dsp, country, isrc, plays, formatAmount(revenue), currency]
    .map((cell) => (/[",]/.test(String(cell)) ? quoted(String(cell)) : cell))
    .join();
