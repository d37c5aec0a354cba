/** What a count reads: the entries since the former one, and the hours that may have changed. Pure. */
import { COUNTED_AFTER_MS, SETTLED_AFTER_MS } from '../records/history-writes.ts';
import { type Bucket, endOfHour, historyEnd, hourOf, recountedAt, startOfHour, type Tally } from './tally.ts';
import { type HistoryList, hoursIn, type ReopenedHour, type StoredTally } from './tally-row.ts';

/** Rows of one transaction, besides that of the counts. */
const MAX_REOPENED = 90;

export interface Plan {
  /** Entries before this time will be counted. */
  readonly position: string;
  /** In the order of time, without overlaps. */
  readonly ranges: readonly { readonly from: string; readonly before: string }[];
  /** Hours of which the former counts are replaced. */
  readonly again: ReadonlySet<string>;
  /** Hours that need not be reopened any more. */
  readonly done: readonly ReopenedHour[];
}

/** @param isCheck counts all entries again. */
export function planOf(
  { position: before, buckets }: Tally,
  { reopened }: StoredTally,
  { now, isCheck }: { readonly now: number; readonly isCheck: boolean },
): Plan {
  const newest = new Date(now - COUNTED_AFTER_MS).toISOString();
  const position = newest > before ? newest : before;
  const done = reopened
    .filter(({ until }) => Date.parse(until) + SETTLED_AFTER_MS <= now)
    .slice(0, MAX_REOPENED);
  if (isCheck) return { position, ranges: [{ from: '', before: position }], again: new Set(), done };
  const open = hoursIn(reopened);
  const settling = buckets.filter((each) => each.unsettledAt !== undefined && recountedAt(each) <= now);
  const again = new Set([
    ...done.map(({ hour }) => hour),
    ...settling.map(({ start }) => hourOf(start)).filter((hour) => !open.has(hour)),
  ]);
  const hours = [...again].toSorted().map((hour) => ({
    from: startOfHour(hour),
    before: endOfHour(hour) < position ? endOfHour(hour) : position,
  }));
  // The hour of the former position may be counted again as a whole.
  const hasPart = before !== '' && again.has(hourOf(before));
  const rest = { from: hasPart ? endOfHour(hourOf(before)) : before, before: position };
  // Hours after the former position are counted with the rest.
  const ranges = [...hours.filter(({ from }) => from <= before), rest];
  return { position, ranges: ranges.filter((each) => each.from < each.before), again, done };
}

/** Entries whose history has ended matter only while they are unsettled. */
export const isKept = ({ history }: HistoryList, bucket: Bucket, now: number): boolean =>
  bucket.unsettledAt !== undefined || historyEnd(history, bucket.start) >= now;

/** @returns when unsettled hours are worth counting again. */
export function nextSettling(buckets: readonly Bucket[]): number | undefined {
  const times = buckets.flatMap((each) => (each.unsettledAt === undefined ? [] : [recountedAt(each)]));
  return times.length > 0 ? Math.min(...times) : undefined;
}
