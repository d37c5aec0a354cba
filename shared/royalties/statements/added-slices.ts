/**
 * Adds up months by two or more of track, album, DSP and country, from the lines of reports. A long month is added up
 * and stored in slices, of which each request does as many as it has time for.
 */
import { isProblem } from '../../kit/values/problems.ts';
import type { EarningGroup } from '../../usage/earnings/earning-sums.ts';
import type { LinesBy } from '../statement-groups.ts';
import { addUpSlice } from './add-up-slice.ts';
import {
  type AddableState,
  type FoundState,
  type ReplacedState,
  type ShownState,
  withLines,
  withStored,
} from './month-states.ts';
import { inPreparation, type Reading } from './reading.ts';
import type { StatementLine } from './statement-lines.ts';
import { storeLines, storeTooLong } from './stored-months.ts';

/** Reads the statement of a month by one of track, album, DSP and country. */
export type LinesOfMonth = (group: EarningGroup, month: string) => Promise<readonly StatementLine[]>;

interface AddingSlices {
  readonly ownerId: string;
  readonly by: LinesBy;
  readonly linesOfMonth: LinesOfMonth;
  readonly isLate: () => boolean;
}

/** What takes a request about a second to store. */
const MAX_SLICE_LINES = 100_000;
/** Months with more lines are read from what was stored of them, to bound memory. */
const MAX_KEPT_LINES = 5_000;

/** Stores each month, because its lines take 31 units and more for each DSP. */
export async function addSlices(
  reading: Reading,
  adding: AddingSlices,
  months: readonly FoundState[],
): Promise<(ShownState | ReplacedState)[]> {
  const added: (ShownState | ReplacedState)[] = [];
  let isFirst = true;
  for (const found of months) {
    let state: FoundState | ShownState | ReplacedState = found;
    while (state.is === 'addable') {
      if (!isFirst && adding.isLate()) throw inPreparation();
      isFirst = false;
      state = await addSlice(reading, adding, state);
    }
    if (found.is === 'addable' && state.is !== 'too long') added.push(state);
  }
  return added;
}

/** @returns what the month is with the next slice. */
async function addSlice(
  reading: Reading,
  { ownerId, by, linesOfMonth }: AddingSlices,
  addable: AddableState,
): Promise<ShownState | AddableState | ReplacedState> {
  const { month, revenue, begun } = addable;
  const of = { ownerId, by, month };
  const [group] = by;
  const total = await linesOfMonth(group, month);
  // Moved imports have no earnings by DSP, so that these would be added up from all lines as well.
  const byDsp = group === 'dsp' || revenue.earlier > 0 ? undefined : await linesOfMonth('dsp', month);
  const dsps = (group === 'dsp' ? total : byDsp)?.map(({ member }) => member);
  const bounds = { after: begun?.rest, maxLines: reading.maxSliceLines ?? MAX_SLICE_LINES };
  const slice = await addUpSlice(reading.table, addable, { ...of, bounds, total, dsps }).catch(
    async (error: unknown) => {
      if (isProblem(error, 'response_too_large'))
        await storeTooLong(reading, { ...of, digest: revenue.digest });
      throw error;
    },
  );
  if (!slice) return withLines(addable, undefined);
  const stored = await storeLines(reading, of, { ...addable, ...slice });
  const isWhole = begun === undefined && slice.rest === undefined;
  return isWhole && slice.lines.length <= MAX_KEPT_LINES
    ? withLines(addable, slice.lines)
    : withStored(addable, stored);
}
