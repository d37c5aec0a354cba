/** Finds numbers of a series whose codes no record has. */
import type { Table } from '../../kit/table/table.ts';
import type { Series } from './series.ts';

/** Codes looked up concurrently. */
const BLOCK = 64;
/** So many used numbers are passed over together, before any number is taken. */
const MOST_LOOKED_AT = 256;

interface Unused {
  /** At most as many as wanted. */
  readonly found: readonly number[];
  /** How many numbers were looked at, up to the last one that was found. */
  readonly lookedAt: number;
}

/** Numbers of a series in order. */
export interface Numbers {
  readonly count: number;
  readonly at: (index: number) => number;
}

/** Looks at growing blocks, so that few used numbers cost little, and many take few rounds. */
export async function unusedAmong(
  { table, series }: { readonly table: Table; readonly series: Series },
  numbers: Numbers,
  wanted: number,
): Promise<Unused> {
  const found: number[] = [];
  let lookedAt = 0;
  for (let size = wanted; found.length < wanted && lookedAt < numbers.count; size *= 2) {
    if (found.length === 0 && lookedAt >= MOST_LOOKED_AT) break;
    const length = Math.min(Math.max(size, 1), BLOCK, numbers.count - lookedAt);
    const block = Array.from({ length }, (_, index) => numbers.at(lookedAt + index));
    const used = await Promise.all(block.map((number) => series.isUsed(table, series.codeOf(number))));
    for (const [index, number] of block.entries()) {
      if (found.length === wanted) break;
      if (!used[index]) found.push(number);
      lookedAt += 1;
    }
  }
  return { found, lookedAt };
}
