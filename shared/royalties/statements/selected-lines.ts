/** Statements with filters: the lines that match, added up by what the statement is by. */
import { problem } from '../../kit/values/problems.ts';
import {
  type EarningGroup,
  earningGroups,
  joinedMembers,
  membersIn,
} from '../../usage/earnings/earning-sums.ts';
import { type LinesBy, linesBy } from '../statement-groups.ts';
import { readStatement } from './read-statement.ts';
import type { Reading } from './reading.ts';
import { LineSums, type StatementLine, type StatementQuery } from './statement-lines.ts';
import { monthOfLines, type StatementMonth } from './statement-months.ts';

/** The members whose lines are shown. Others are not filtered. */
export type StatementFilters = Readonly<Partial<Record<EarningGroup, readonly string[]>>>;

export interface FilteredQuery extends StatementQuery {
  readonly filters: StatementFilters;
}

/** More take too long to be read by a request. */
const MAX_FILTERED_LINES = 300_000;

/** @throws as `readStatement`, and response_too_large (400) for too many lines to be filtered. */
export async function readFiltered(
  reading: Reading,
  { filters, by, ...query }: FilteredQuery,
): Promise<readonly StatementMonth[]> {
  const read = linesBy([...by, ...filteredGroups(filters)]);
  const months = await readStatement(reading, { ...query, by: read });
  if (filteredGroups(filters).length === 0) return months;
  const firsts = filters[read[0]];
  if (!firsts && months.reduce((sum, { count }) => sum + count, 0) > MAX_FILTERED_LINES)
    throw tooManyToFilter();
  const shown: StatementMonth[] = [];
  for (const { period, lines, linesOf } of months) {
    const sums = new LineSums();
    const found = firsts ? (await Promise.all([...new Set(firsts)].map(linesOf))).flat() : await lines();
    sums.add(selected(found, { read, by, filters }));
    shown.push(monthOfLines({ month: period, lines: sums.lines() }));
  }
  return shown;
}

export const filteredGroups = (filters: StatementFilters): EarningGroup[] =>
  earningGroups.filter((group) => filters[group]);

interface Selection {
  readonly read: LinesBy;
  readonly by: LinesBy;
  readonly filters: StatementFilters;
}

function selected(lines: readonly StatementLine[], { read, by, filters }: Selection): StatementLine[] {
  const wanted = read.map((group) => filters[group] && new Set(filters[group]));
  const shown = by.map((group) => read.indexOf(group));
  const isTrack = by.includes('track');
  return lines.flatMap((line) => {
    const members = membersIn(line.member);
    if (!members.every((member, at) => wanted[at]?.has(member) ?? true)) return [];
    const member = joinedMembers(members.filter((_, at) => shown.includes(at)));
    return [{ ...line, member, isrc: isTrack ? line.isrc : '' }];
  });
}

const tooManyToFilter = () =>
  problem('response_too_large', 'The statement has too many lines to be filtered. Request fewer months.', {
    parameter: 'filter[period-from]',
  });
