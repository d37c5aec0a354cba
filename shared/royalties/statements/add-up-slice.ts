/** Adds up a slice of a month from the lines of reports, and checks it against the statement by its first member. */
import type { Table } from '../../kit/table/table.ts';
import { type EarningGroup, firstMember } from '../../usage/earnings/earning-sums.ts';
import { earningsOfLines } from '../../usage/earnings/earnings-of-lines.ts';
import { importKey, importsOfMonths } from './imports-of-months.ts';
import type { AddableState } from './month-states.ts';
import { SliceSums } from './slice-sums.ts';
import { LineSums, type StatementLine } from './statement-lines.ts';

interface AddingSlice {
  readonly ownerId: string;
  readonly by: readonly EarningGroup[];
  readonly bounds: ConstructorParameters<typeof SliceSums>[0];
  /** The statement of the month by the first of what the lines are by. */
  readonly total: readonly StatementLine[];
  /** The DSPs with lines, if they are known. */
  readonly dsps: readonly string[] | undefined;
}

/**
 * @returns the lines, and the last first member if others follow. Undefined if they do not add up to the statement by
 * the first member, because an import has replaced, or is replacing, lines of another.
 * @throws response_too_large (400)
 */
export async function addUpSlice(
  table: Table,
  month: AddableState,
  { ownerId, by, bounds, total, dsps }: AddingSlice,
) {
  const [known] = await importsOfMonths(table, ownerId, [month]);
  if (!known) return undefined;
  const current = new Set(known.imports.map(importKey));
  const sums = new SliceSums(bounds);
  const query = { ownerId, by, month: month.month, ...(dsps && { dsps: new Set(dsps) }) };
  for await (const lines of earningsOfLines(table, query))
    for (const line of lines) if (current.has(importKey(line))) sums.add(line);
  const slice = sums.slice();
  const expected = total.filter(({ member }) => sums.has(member));
  return sameSums(firstSums(slice.lines), expected) ? slice : undefined;
}

function firstSums(lines: readonly StatementLine[]): readonly StatementLine[] {
  const sums = new LineSums();
  sums.add(lines.map((line) => ({ ...line, member: firstMember(line.member) })));
  return sums.lines();
}

/** Whether the same members have the same plays and revenue. Plays beyond the exact numbers depend on the order. */
const sameSums = (lines: readonly StatementLine[], expected: readonly StatementLine[]): boolean =>
  lines.length === expected.length &&
  lines.every(({ member, currency, plays, revenue }, at) => {
    const other = expected[at];
    return (
      other?.member === member &&
      other.currency === currency &&
      (other.plays === plays || !Number.isSafeInteger(plays)) &&
      other.revenue === revenue
    );
  });
