/** Adds up the months of a statement that are not stored, as many as fit into the request, and stores the long ones. */
import { isProblem, problem } from '../../kit/values/problems.ts';
import type { EarningGroup } from '../../usage/earnings/earning-sums.ts';
import { addUpMonths } from './add-up-months.ts';
import { addSlices, type LinesOfMonth } from './added-slices.ts';
import { isWorthStoring, MAX_TOGETHER_UNITS, runsOf, tooLongMonth } from './month-runs.ts';
import {
  type AddableState,
  type FoundState,
  type ReplacedState,
  type ShownState,
  withLines,
} from './month-states.ts';
import { inPreparation, MonthReplaced, type Reading } from './reading.ts';
import type { StatementQuery } from './statement-lines.ts';
import { storeLines, storeTooLong } from './stored-months.ts';

/** After this time, a request leaves the remaining months to the next one. It has seven seconds for the table. */
const MAX_ADDING_MS = 4_000;

interface Adding extends Pick<StatementQuery, 'ownerId' | 'by'> {
  /** Reads what a month is checked against. */
  readonly linesOfMonth: LinesOfMonth;
}

/**
 * Stores the long months.
 * @returns each month that had to be added up.
 * @throws statement_in_preparation, response_too_large
 */
export async function addedMonths(
  reading: Reading,
  { ownerId, by, linesOfMonth }: Adding,
  months: readonly FoundState[],
): Promise<readonly ShownState[]> {
  const [group, ...others] = by;
  const tooLong = others.length === 0 ? tooLongMonth(months, group) : undefined;
  if (tooLong !== undefined) throw tooLarge(tooLong);
  const until = performance.now() + (reading.maxAddingMs ?? MAX_ADDING_MS);
  const isLate = () => performance.now() > until;
  if (others.length > 0)
    return checked(await addSlices(reading, { ownerId, by, linesOfMonth, isLate }, months));
  const { runs, isLong } = runsOf(months, group, reading.maxTogetherUnits ?? MAX_TOGETHER_UNITS);
  const added: ShownState[] = [];
  for (const [index, run] of runs.entries()) {
    if (index > 0 && isLate()) throw inPreparation();
    added.push(...checked(await addRun(reading, { ownerId, group, isLong }, run)));
  }
  return added;
}

/** @throws MonthReplaced once the others are stored. */
function checked(states: readonly (ShownState | ReplacedState)[]): readonly ShownState[] {
  const shown = states.filter((each) => each.is !== 'replaced');
  const [replaced] = states.filter((each) => each.is === 'replaced');
  if (!replaced) return shown;
  throw new MonthReplaced(replaced.revenue);
}

interface AddingRun {
  readonly ownerId: string;
  readonly group: EarningGroup;
  readonly isLong: boolean;
}

/** Stores the long months, or those of a long statement. Of these, only what was stored remains in memory. */
async function addRun(
  reading: Reading,
  { ownerId, group, isLong }: AddingRun,
  run: readonly AddableState[],
): Promise<(ShownState | ReplacedState)[]> {
  const found = await addUpMonths(reading.table, run, { ownerId, group }).catch(async (error: unknown) => {
    // Only the last month of a run can have lines of moved imports.
    const last = run.at(-1);
    if (last && isProblem(error, 'response_too_large'))
      await storeTooLong(reading, { ownerId, month: last.month, digest: last.revenue.digest });
    throw error;
  });
  const added: (ShownState | ReplacedState)[] = [];
  for (const [index, each] of run.entries()) {
    const { month, revenue } = each;
    const state = withLines(each, found[index]);
    added.push(state);
    if (state.is === 'replaced' || !(isLong || isWorthStoring(revenue, group))) continue;
    const { lines } = state;
    const stored = await storeLines(reading, { ownerId, by: [group], month }, { ...each, lines });
    if (isLong) added[index] = { is: 'stored', month, stored };
  }
  return added;
}

const tooLarge = (month: string) =>
  problem(
    'response_too_large',
    `${month} has too many lines for this group. Request another group, such as dsp.`,
    { parameter: 'group' },
  );
