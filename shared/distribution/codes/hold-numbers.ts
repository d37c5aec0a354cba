/**
 * Holds numbers of the series for an album before its approval, which gives them as codes in its own
 * transaction. A repeated approval finds the numbers that the album holds. If the approval is not repeated,
 * they are free for others after some minutes.
 */
import { retried } from '../../kit/records/decided.ts';
import type { Store } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { Problems } from '../../kit/values/problems.ts';
import { writeMetrics } from '../../platform/metrics.ts';
import { reviewWork } from '../work/review-work.ts';
import type { Series } from './series.ts';
import {
  freeNumbers,
  type HeldNumbers,
  holdingWrite,
  numbersLeft,
  readSeries,
  type SeriesRows,
  takingWrite,
} from './series-rows.ts';

/** Codes that a release needs. */
export interface Need {
  readonly series: Series;
  readonly count: number;
}

/** Numbers that are held for an album. */
export interface Hold {
  readonly series: Series;
  readonly row: HeldNumbers;
  /** The held numbers that no record uses, at least as many as needed. */
  readonly unused: readonly number[];
}

/** Longer than an approval takes. An approval that was interrupted is made again after this time. */
const HELD_MS = 300_000;

/** Rows whose free numbers fit into the transaction. */
const MOST_FREED = 40;

type Holding = Pick<Store, 'table' | 'now'>;

export interface Holder {
  readonly albumId: string;
  /** Checks that the request is as it was read. Otherwise, it is decided again and may need no codes. */
  readonly isUnchanged: Write;
  /** Rows of series that were read a moment ago, by the key of the series. */
  readonly read?: ReadonlyMap<string, SeriesRows>;
}

/**
 * Writes nothing if the album holds enough numbers. Otherwise, holds those that it lacks in one transaction.
 * @returns one for each need, in their order, or none if the request has changed.
 * @throws codes_exhausted, and holds none.
 */
export function holdNumbers(
  store: Holding,
  { albumId, isUnchanged, read }: Holder,
  needs: readonly Need[],
): Promise<readonly Hold[]> {
  let known = read;
  return retried(async () => {
    const planned = needs.map(async (need) => {
      const rows = known?.get(need.series.key.pk) ?? (await readSeries(store.table, need.series));
      return planFor(store, { albumId, rows }, need);
    });
    const plans = await Promise.all(planned);
    known = undefined;
    const passing = plans.flatMap((each) => (each.is === 'passing' ? each.writes : []));
    const lacking = plans.flatMap((each) => (each.is === 'short' ? each.shortage : []));
    if (passing.length === 0 && lacking.length > 0) throw new Problems(lacking.map(exhausted));
    const held = plans.flatMap((each) => (each.is === 'held' ? each : []));
    const writes = passing.length > 0 ? passing : held.flatMap((each) => each.writes);
    if (writes.length > 0) {
      const failed = await failedConditions(store.table.commit([...writes, isUnchanged]));
      if (failed) return failed.has(isUnchanged) ? [] : 'again';
    }
    if (passing.length > 0) return holdNumbers(store, { albumId, isUnchanged }, needs);
    for (const { taken, hold } of held) if (taken !== undefined) measure(hold.series, taken);
    return held.map(({ hold }) => hold);
  });
}

interface HeldPlan {
  readonly is: 'held';
  readonly hold: Hold;
  readonly writes: readonly Write[];
  /** How many numbers of the series are taken then, if that changes. */
  readonly taken?: number;
}

type Plan =
  | HeldPlan
  /** The writes skip numbers that are all used, before others are examined. */
  | { readonly is: 'passing'; readonly writes: readonly Write[] }
  /** The shortage is a sentence. */
  | { readonly is: 'short'; readonly shortage: string };

/** Uses the numbers that the album holds, then those that are free, then the next ones of the series. */
async function planFor(
  { table, now }: Holding,
  { albumId, rows }: { readonly albumId: string; readonly rows: SeriesRows },
  { series, count }: Need,
): Promise<Plan> {
  const own = rows.held.find((each) => each.albumId === albumId);
  const unused = own ? [...(await unusedIn({ table, series }, own, count)).numbers] : [];
  if (own && unused.length === count) return { is: 'held', hold: { series, row: own, unused }, writes: [] };
  const free = freeNumbers(rows, now).filter((each) => each !== own);
  const freed: Write[] = [];
  for (const before of free.slice(0, MOST_FREED)) {
    if (unused.length === count) break;
    const { numbers, lookedAt } = await unusedIn({ table, series }, before, count - unused.length);
    unused.push(...numbers);
    freed.push(holdingWrite(series, { ...before, before, numbers: before.numbers.slice(lookedAt) }));
  }
  const next = { count: series.capacity - rows.taken, at: (index: number) => rows.taken + index + 1 };
  const { numbers, lookedAt } = await unusedAmong({ table, series }, next, count - unused.length);
  unused.push(...numbers);
  const taking = lookedAt > 0 ? [takingWrite(series, rows, lookedAt)] : [];
  if (unused.length < count) {
    const isPassing = numbers.length === 0 && lookedAt < next.count;
    if (isPassing) return { is: 'passing', writes: taking };
    return { is: 'short', shortage: shortageOf(series, unused.length, count) };
  }
  const row = { albumId, numbers: unused, until: new Date(now.getTime() + HELD_MS).toISOString() };
  const hold = { series, row, unused };
  const writes = [...freed, ...taking, holdingWrite(series, { ...row, before: own })];
  return { is: 'held', hold, writes, ...(lookedAt > 0 && { taken: rows.taken + lookedAt }) };
}

const unusedIn = (
  of: { readonly table: Table; readonly series: Series },
  { numbers }: HeldNumbers,
  needed: number,
) => unusedAmong(of, { count: numbers.length, at: (index) => numbers[index] ?? 0 }, needed);

/** Codes looked up together. */
const BLOCK = 256;
/** The number of used numbers that are skipped together, before any number is taken. */
const MOST_LOOKED_AT = 256;

interface Unused {
  /** Unused numbers, at most as many as needed. */
  readonly numbers: readonly number[];
  /** How many numbers were examined, up to the last unused one. */
  readonly lookedAt: number;
}

/**
 * Finds numbers whose codes no record has. Examines growing blocks, so that few used numbers cost little, and
 * many take few rounds.
 */
async function unusedAmong(
  { table, series }: { readonly table: Table; readonly series: Series },
  candidates: { readonly count: number; readonly at: (index: number) => number },
  needed: number,
): Promise<Unused> {
  const unused: number[] = [];
  let lookedAt = 0;
  for (let size = needed; unused.length < needed && lookedAt < candidates.count; size *= 2) {
    if (unused.length === 0 && lookedAt >= MOST_LOOKED_AT) break;
    const length = Math.min(Math.max(size, 1), BLOCK, candidates.count - lookedAt);
    const block = Array.from({ length }, (_, index) => candidates.at(lookedAt + index));
    const used = await series.usedAmong(table, block.map(series.codeOf));
    for (const number of block) {
      if (unused.length === needed) break;
      if (!used.has(series.codeOf(number))) unused.push(number);
      lookedAt += 1;
    }
  }
  return { numbers: unused, lookedAt };
}

/**
 * @param albumId of the album that needs the codes.
 * @returns a sentence for each series with fewer numbers than needed.
 */
export async function shortages(
  { table, now }: Holding,
  albumId: string,
  needs: readonly Need[],
): Promise<string[]> {
  const sentences = needs.map(async ({ series, count }) => {
    const left = numbersLeft(series, await readSeries(table, series), { now, albumId });
    return left >= count ? [] : [shortageOf(series, left, count)];
  });
  return (await Promise.all(sentences)).flat();
}

function shortageOf({ kind, prefix }: Series, left: number, needed: number): string {
  const codes = `${kind.toUpperCase()}s that begin with ${prefix}`;
  return `The stage has ${left} left of the ${codes}, and the album needs ${needed}. Set another prefix.`;
}

const exhausted = (detail: string) => ({ code: 'codes_exhausted' as const, detail });

/** CloudWatch keeps the state of the alarm until the next value. */
export const measure = ({ metric, capacity }: Series, taken: number): void =>
  writeMetrics(reviewWork.name, { [metric]: (100 * taken) / capacity });

interface IssuedCodes {
  readonly numbers: readonly number[];
  readonly codes: readonly string[];
  /** Ends the hold on their numbers. */
  readonly write: Write;
  /** What the album still holds. */
  readonly rest: Hold;
}

/**
 * For the transaction that gives codes to records. It fails if the numbers are no longer held for the album.
 * @param isLast whether the album needs no more; others may then have those that it did not need.
 */
export function issueCodes(
  { series, row, unused }: Hold,
  { count, isLast, now }: { readonly count: number; readonly isLast: boolean; readonly now: Date },
): IssuedCodes {
  const [numbers, left] = [unused.slice(0, count), unused.slice(count)];
  const looked = row.numbers.indexOf(unused.at(-1) ?? 0) + 1;
  const after = {
    ...row,
    numbers: [...left, ...row.numbers.slice(looked)],
    until: isLast ? now.toISOString() : row.until,
  };
  return {
    numbers,
    codes: numbers.map(series.codeOf),
    write: holdingWrite(series, { ...after, before: row }),
    rest: { series, row: after, unused: left },
  };
}
