/**
 * What the lines of a month earned: by two or more of track, album, DSP and country, and for imports without rows of
 * earnings. Those are imports of organizations that were moved from another stage.
 */
import type { Item } from '../../kit/table/item.ts';
import type { Table } from '../../kit/table/table.ts';
import { storedAmount } from '../../kit/values/money.ts';
import { problem } from '../../kit/values/problems.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { batchesOf } from '../../platform/batches.ts';
import { dspData } from '../../reference/data/dsps.ts';
import { usageLinesPartition } from '../keys.ts';
import { linesOf, NO_ALBUM, type StoredLine } from '../rows/usage-rows.ts';
import { type Earning, type EarningGroup, joinedMembers } from './earning-sums.ts';

/** What a line of an import earned. */
export interface LineEarning extends Earning {
  readonly currency: string;
  readonly importId: string;
  readonly run: string;
}

const DAYS = 31;
/** Days of DSPs that are read concurrently. Most have no rows. */
const CONCURRENT_READS = 32;

interface LineQuery {
  readonly ownerId: string;
  readonly by: readonly EarningGroup[];
  /** YYYY-MM. */
  readonly month: string;
  /** The DSPs that have lines, if they are known. */
  readonly dsps?: ReadonlySet<string> | undefined;
}

/** About a million lines. More would take too long for a request. */
const MAX_UNITS = 4000;

/**
 * Reads with strong consistency, because lines that earned nothing are not missed by their sum.
 * @returns what each line of the month earned, of all imports, in the same order each time, in parts.
 * @throws response_too_large (400)
 */
export async function* earningsOfLines(
  table: Table,
  query: LineQuery,
): AsyncGenerator<readonly LineEarning[]> {
  const { by } = query;
  // One row at a time, to bound memory.
  for await (const rows of rowsOfMonth(table, query))
    for (const row of rows) {
      const { dsp, importId, run, lines } = rowOf(row);
      yield lines.map(({ isrc, track, country, plays, revenue, currency, album }) => {
        const members = { track, album: album === NO_ALBUM ? '' : album, dsp, country };
        return {
          member: joinedMembers(by.map((each) => members[each])),
          plays,
          revenue: storedAmount(revenue),
          isrc: by.includes('track') ? isrc : '',
          currency,
          importId,
          run,
        };
      });
    }
}

interface RowOfLines {
  readonly dsp: string;
  readonly importId: string;
  readonly run: string;
  readonly lines: readonly StoredLine[];
}

async function* rowsOfMonth(
  table: Table,
  { ownerId, month, by, dsps }: LineQuery,
): AsyncGenerator<readonly Item[]> {
  const before = table.meter.readUnits;
  const between = () => {
    if (table.meter.readUnits - before > MAX_UNITS) throw tooManyLines(month, by);
  };
  const read = dspData.rows().filter(({ id }) => !dsps || dsps.has(id));
  const partitions = read.flatMap(({ id: dsp }) =>
    Array.from({ length: DAYS }, (_, day) =>
      usageLinesPartition(ownerId, { dsp, date: `${month}-${String(day + 1).padStart(2, '0')}` }),
    ),
  );
  for (const some of batchesOf(partitions, CONCURRENT_READS)) {
    between();
    const rows = await Promise.all(some.map((partition) => table.query({ partition, between })));
    yield rows.flat();
  }
}

function rowOf(row: Item): RowOfLines {
  const [, , dsp] = tupleOf(4, String(row['pk']).split('#'));
  const [importId] = tupleOf(2, String(row['sk']).split('#'));
  return { dsp, importId, run: String(row['run']), lines: linesOf(row) };
}

export const tooManyLines = (month: string, by: readonly EarningGroup[]) =>
  by.length > 1
    ? problem(
        'response_too_large',
        `${month} has too many lines of reports to be added up by ${by.join(' and ')}. Request it by one of them.`,
        { parameter: 'group' },
      )
    : problem(
        'response_too_large',
        `${month} has too many lines of reports that were imported on another stage. Ask the operator to import them again.`,
        { parameter: 'filter[period-from]' },
      );
