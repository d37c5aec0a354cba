/** First step: reads the report and distributes its lines over files by ISRC. */
import { csvLine } from '../../kit/values/csv.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import type { UsageLine } from '../rules/usage-line.ts';
import { reportLines } from './report-lines.ts';
import type { Spill } from './spill.ts';
import type { WorkFiles } from './work-files.ts';

/** @throws FileRejected */
export async function readReport(
  content: AsyncIterable<Uint8Array>,
  sha256: string | null,
  { lines, files }: { lines: Spill; files: WorkFiles },
): Promise<{ readonly lines: number; readonly rejected: number }> {
  const counts = { lines: 0, rejected: 0 };
  files.rejected.addTo(0, csvLine(['line', 'reason', 'text']));
  for await (const some of reportLines(content, sha256)) {
    for (const line of some) {
      counts.lines += 1;
      if (typeof line.read === 'string') {
        counts.rejected += 1;
        files.rejected.addTo(0, csvLine([line.number, line.read, line.text]));
      } else lines.add(line.read.isrc, spilledLine(line.read));
    }
  }
  return counts;
}

/** The key comes first. Lines with the same key are summed. */
const spilledLine = ({ isrc, date, dsp, country, currency, plays, revenue }: UsageLine): string =>
  [isrc, date, dsp, country, currency, plays, revenue].join('\t');

/** @returns a line from one of the files. */
export function readSpilled(line: string): UsageLine {
  const [isrc, date, dsp, country, currency, plays, revenue] = tupleOf(7, line.split('\t'));
  return { isrc, date, dsp, country, currency, plays: Number(plays), revenue: BigInt(revenue) };
}
