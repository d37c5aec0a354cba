/** What a count reads: the entries since the former one, and the hours that may have changed. Pure. */
import { COUNTED_AFTER_MS, SETTLED_AFTER_MS } from '../records/history-writes.ts';
import {
  type Bucket,
  endOfHour,
  historyEnd,
  hourOf,
  joined,
  recountedAt,
  startOfHour,
  type Tally,
} from './tally.ts';
import { type HistoryList, hoursIn, type ReopenedHour, type StoredTally } from './tally-row.ts';

/** Rows of one transaction, besides that of the counts. */
const MAX_REOPENED = 90;

/** After its end, each hour is counted once more, in case the index was behind at its first count. */
const CONFIRMED_AFTER_MS = 3_600_000;

export interface Plan {
  /** Entries before this time will be counted. */
  readonly position: string;
  /** Hours before this time will be confirmed. */
  readonly confirmed: string;
  /** In the order of time, without overlaps. */
  readonly ranges: readonly { readonly from: string; readonly before: string }[];
  /** Hours whose former counts are replaced. */
  readonly recounted: ReadonlySet<string>;
  /** Reopened hours whose former counts are replaced, so that they need not be reopened any more. */
  readonly closed: readonly ReopenedHour[];
}

/** @param isCheck counts all entries again. */
export function planOf(
  { position: before, confirmed: confirmedBefore, buckets }: Tally,
  { reopened }: StoredTally,
  { now, isCheck }: { readonly now: number; readonly isCheck: boolean },
): Plan {
  const newest = new Date(now - COUNTED_AFTER_MS).toISOString();
  const position = newest > before ? newest : before;
  const old = startOfHour(hourOf(new Date(now - CONFIRMED_AFTER_MS).toISOString()));
  const confirmed = old > confirmedBefore ? old : confirmedBefore;
  const closed = reopened
    .filter(({ until }) => Date.parse(until) + SETTLED_AFTER_MS <= now)
    .slice(0, MAX_REOPENED);
  if (isCheck)
    return { position, confirmed, ranges: [{ from: '', before: position }], recounted: new Set(), closed };
  const open = hoursIn(reopened);
  const settling = buckets.filter((each) => each.unsettledAt !== undefined && recountedAt(each) <= now);
  const recounted = new Set([
    ...closed.map(({ hour }) => hour),
    ...settling.map(({ start }) => hourOf(start)).filter((hour) => !open.has(hour)),
    ...hoursFrom(confirmedBefore, confirmed < before ? confirmed : before),
  ]);
  const hours = [...recounted].toSorted().map((hour) => ({
    from: startOfHour(hour),
    before: endOfHour(hour) < position ? endOfHour(hour) : position,
  }));
  // The hour of the former position may be counted again as a whole.
  const hasPart = before !== '' && recounted.has(hourOf(before));
  const rest = { from: hasPart ? endOfHour(hourOf(before)) : before, before: position };
  // Hours after the former position are counted with the rest.
  const ranges = [...hours.filter(({ from }) => from <= before), rest];
  return { position, confirmed, ranges: ranges.filter((each) => each.from < each.before), recounted, closed };
}

/** @returns the hours that begin in a period. Nothing is counted before an empty time. */
function hoursFrom(from: string, before: string): string[] {
  const hours: string[] = [];
  for (let start = from; start !== '' && start < before; start = endOfHour(hourOf(start)))
    hours.push(hourOf(start));
  return hours;
}

/**
 * @param counted the buckets of the entries in the ranges of the plan.
 * @returns the counts after it, with the former ones of hours that were not counted again.
 */
export function nextTally(
  list: HistoryList,
  { since, buckets }: Tally,
  { position, confirmed, recounted }: Plan,
  { counted, now, isCheck }: { counted: readonly Bucket[]; now: number; isCheck: boolean },
): Tally {
  const kept = isCheck ? [] : buckets.filter(({ start }) => !recounted.has(hourOf(start)));
  const current = joined(list.history, [...kept, ...counted]).filter((each) => isKept(list, each, now));
  return { position, since, confirmed, buckets: current };
}

/** Entries whose history has ended matter only while they are unsettled. */
const isKept = ({ history }: HistoryList, bucket: Bucket, now: number): boolean =>
  bucket.unsettledAt !== undefined || historyEnd(history, bucket.start) >= now;

/**
 * @param hasNew whether new entries have started the count.
 * @returns when hours are worth counting again, because they are unsettled or not confirmed.
 */
export function nextCount({ position, confirmed, buckets }: Tally, hasNew: boolean): number | undefined {
  const settling = buckets.flatMap((each) => (each.unsettledAt === undefined ? [] : [recountedAt(each)]));
  const last = hasNew ? position : (buckets.at(-1)?.start ?? '');
  const confirming = last >= confirmed && last !== '' ? [endOf(last) + CONFIRMED_AFTER_MS] : [];
  const times = [...settling, ...confirming];
  return times.length > 0 ? Math.min(...times) : undefined;
}

const endOf = (time: string): number => Date.parse(endOfHour(hourOf(time)));
