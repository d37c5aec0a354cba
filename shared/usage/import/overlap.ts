/** Counts the lines of a report that another import of the same DSP and day has as well. */
import type { Item } from '../../kit/table/item.ts';
import type { Table } from '../../kit/table/table.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { batchesOf } from '../../platform/batches.ts';
import { importOfWriter } from '../keys.ts';
import { linesOf, type StoredLine } from '../rows/usage-rows.ts';
import type { Overlap } from './usage-import.ts';

const CONCURRENT_QUERIES = 20;
/** Imports of which the counts are kept. */
const MAX_OTHERS = 50;

/** @returns the sums of both. */
export function withOverlap(left: Overlap | null, right: Overlap): Overlap {
  if (left === null) return right;
  const others = new Map(Object.entries(left.others));
  for (const [id, lines] of Object.entries(right.others)) others.set(id, (others.get(id) ?? 0) + lines);
  const most = [...others].toSorted(([, one], [, other]) => other - one).slice(0, MAX_OTHERS);
  return { lines: left.lines + right.lines, others: Object.fromEntries(most) };
}

/** @returns the import that has more than half of the lines, with their number. */
export function mainOverlap({ lines, others }: Overlap): readonly [id: string, lines: number] | undefined {
  const [first] = Object.entries(others).toSorted(([, one], [, other]) => other - one);
  return first && first[1] * 2 > lines ? first : undefined;
}

/** @param rows rows of lines of one import, which are written next. */
export async function overlapOf(table: Table, importId: string, rows: readonly Item[]): Promise<Overlap> {
  let sum: Overlap = { lines: 0, others: {} };
  const days = [...Map.groupBy(rows, ({ pk }) => String(pk))];
  for (const some of batchesOf(days, CONCURRENT_QUERIES)) {
    const counted = await Promise.all(
      some.map(async ([partition, own]) => {
        const all = await table.query({ partition, isEventual: true });
        return overlapOfDay(own, Map.groupBy(all, importIn), importOfWriter(importId));
      }),
    );
    sum = counted.reduce(withOverlap, sum);
  }
  return sum;
}

function importIn({ sk }: Item): string {
  const [writer] = tupleOf(2, String(sk).split('#'));
  return importOfWriter(writer);
}

function overlapOfDay(
  own: readonly Item[],
  imports: ReadonlyMap<string, readonly Item[]>,
  importId: string,
): Overlap {
  const lines = own.flatMap(linesOf).map(textOf);
  const others = Array.from(imports, ([id, rows]): [string, number] => [
    id,
    id === importId ? 0 : commonLines(lines, rows),
  ]);
  return { lines: lines.length, others: Object.fromEntries(others.filter(([, common]) => common > 0)) };
}

/** Lines that are repeated are common as often as both have them. */
function commonLines(lines: readonly string[], rows: readonly Item[]): number {
  const left = new Map<string, number>();
  for (const line of rows.flatMap(linesOf).map(textOf)) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count > 0;
  }).length;
}

const textOf = ({ isrc, country, plays, revenue, currency }: StoredLine): string =>
  [isrc, country, plays, revenue, currency].join(' ');
