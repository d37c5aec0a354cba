/** Third step: sums the contributions to one part, and writes the rows after the list of their keys. */
import { tupleOf } from '../../kit/values/tuple-of.ts';
import type { Lease } from '../../kit/work/lease.ts';
import { batchesOf } from '../../platform/batches.ts';
import { EarningSums } from '../earnings/earning-sums.ts';
import { isLinesKey, isRevenueKey } from '../keys.ts';
import { putRevenue } from '../revenue/change-revenue.ts';
import { revenueRows } from '../revenue/revenue-rows.ts';
import type { Cell } from '../rows/pack-plays.ts';
import { linesRow, MAX_LINES_LENGTH, playsRows, type UsageRow, type Writer } from '../rows/usage-rows.ts';
import { decodeGroup, type GroupKind, readContribution } from './groups.ts';
import type { Importing } from './importing.ts';
import { overlapOf } from './overlap.ts';
import type { Spill } from './spill.ts';
import type { Overlap } from './usage-import.ts';
import { rowsObject } from './usage-objects.ts';

/** Rows written concurrently, in batches of up to 25. */
const CONCURRENT_ROWS = 200;
/** Months of owners whose revenue is written concurrently. */
const CONCURRENT_MONTHS = 20;

/**
 * @param replaced the runs of the earlier file and of its rematches.
 * @returns the number of rows, and what other imports have of the lines.
 */
export async function writeRows(
  {
    writer,
    run,
    partition,
    replaced,
  }: { writer: Writer; run: string; partition: number; replaced: readonly string[] },
  groups: Spill,
  { table, bucket, keep }: Importing & Pick<Lease, 'keep'>,
): Promise<{ readonly rows: number; readonly overlap: Overlap }> {
  const sums = new Map<string, Sum>();
  for await (const lines of groups.lines(partition)) {
    for (const line of lines) {
      const { group, kind, item } = readContribution(line);
      const sum = sums.get(group) ?? sumOf[kind](writer, group);
      sums.set(group, sum);
      sum.add(item);
    }
  }
  const rows = [...sums.values()].flatMap((sum) => sum.rows());
  // Write the list first. Rows that are not in a list are never cleaned up.
  await bucket.create(rowsObject(run, partition), [rows.map(({ pk, sk }) => `${pk}\t${sk}\n`).join('')]);
  const others = rows.filter((row) => !isRevenueKey(row));
  const overlap = await overlapOf(table, writer.importId, others.filter(isLinesKey));
  for (const some of batchesOf(others, CONCURRENT_ROWS)) {
    await keep();
    const quarters = batchesOf(some, Math.ceil(some.length / 4));
    await Promise.all(quarters.map((each) => table.putMany(each)));
  }
  // Revenue last. Until then, statements show the earnings of the run that the rows of revenue name.
  const months = Map.groupBy(rows.filter(isRevenueKey), ({ pk, sk }) => `${pk} ${sk.split('#')[0]}`);
  for (const some of batchesOf([...months.values()], CONCURRENT_MONTHS)) {
    await keep();
    await Promise.all(some.map((each) => putRevenue(table, each, replaced)));
  }
  return { rows: rows.length, overlap };
}

/** Adds up the contributions of one group. */
interface Sum {
  readonly add: (item: string) => void;
  readonly rows: () => UsageRow[];
}

const sumOf: Readonly<Record<GroupKind, (writer: Writer, group: string) => Sum>> = {
  plays(writer, group) {
    const { type, id, month, dsp, album } = decodeGroup('plays', group);
    const of = { subject: { type, id }, month, dsp, album: album || null };
    const plays = new Map<Cell, number>();
    return {
      add(item) {
        const [cell, count] = tupleOf(2, item.split(',').map(Number));
        plays.set(cell, (plays.get(cell) ?? 0) + count);
      },
      rows: () => playsRows(writer, of, plays),
    };
  },
  lines(writer, group) {
    const day = decodeGroup('lines', group);
    const full: UsageRow[] = [];
    let lines: string[] = [];
    let length = 0;
    const rowOfLines = () => linesRow(writer, day, { part: full.length, lines });
    return {
      add(item) {
        lines.push(item);
        length += item.length + 1;
        if (length < MAX_LINES_LENGTH) return;
        full.push(rowOfLines());
        lines = [];
        length = 0;
      },
      rows: () => (lines.length > 0 ? [...full, rowOfLines()] : full),
    };
  },
  revenue(writer, group) {
    const sums = new EarningSums();
    return {
      add: (item) => sums.addItem(item),
      rows() {
        const { revenue, earnings } = revenueRows(writer, decodeGroup('revenue', group), sums);
        return [revenue, ...earnings];
      },
    };
  },
};
