/** Divides a history into segments whose entries must be read, and segments that are known from their counts. Pure. */
import type { Entry } from '../declare/fields.ts';
import {
  type Bucket,
  endOfHour,
  historyEnd,
  hourOf,
  type Kind,
  mayLackEntries,
  sizeOf,
  startOfHour,
  type Tally,
} from './tally.ts';
import type { HistoryList } from './tally-row.ts';

export interface Period {
  /** From this time. An empty text is before all. */
  readonly from: string;
  /** Before this time. */
  readonly before: string;
}

export interface HistoryQuery {
  readonly period: Period;
  readonly descending: boolean;
  readonly page: { readonly number: number; readonly size: number };
  /** Whether entries are selected by the settling field. */
  readonly isBySettling: boolean;
  /**
   * @returns those of the entries that are selected. While they are listed, entries of a kind are selected alike.
   */
  readonly select: (entries: readonly Entry[]) => Promise<readonly Entry[]>;
  /** Called between the pages of long reads. Its error ends the reading. */
  readonly between: () => void;
}

/** Entries that are read. */
interface ReadSegment extends Period {
  readonly is: 'read';
}

/** Entries of which those that match are counted. */
export interface CountedSegment extends Period {
  readonly is: 'counted';
  readonly counts: ReadonlyMap<Kind, number>;
  /** The number of all entries, including those that do not match. */
  readonly size: number;
}

export type Segment = ReadSegment | CountedSegment;

interface Selection {
  readonly period: Period;
  /** Whether entries are selected by the settling field. */
  readonly isBySettling: boolean;
  readonly now: number;
}

/** @returns the segments in the order of time, without overlaps. */
export function segmentsOf(
  list: HistoryList,
  { tally, reopened }: { readonly tally: Tally; readonly reopened: ReadonlySet<string> },
  selection: Selection,
): Segment[] {
  const { period } = selection;
  const { position } = tally;
  const byHour = Map.groupBy(tally.buckets, ({ start }) => hourOf(start));
  const hours = [...new Set([...byHour.keys(), ...reopened])].toSorted();
  const segments: Segment[] = [];
  for (const hour of hours) {
    const end = endOfHour(hour) < position ? endOfHour(hour) : position;
    const buckets = byHour.get(hour) ?? [];
    if (reopened.has(hour)) add(segments, clipped(period, { from: startOfHour(hour), before: end }));
    else
      buckets.forEach((bucket, at) => {
        const before = buckets[at + 1]?.start ?? end;
        add(segments, segmentOf(list, { bucket, before, tally }, selection));
      });
  }
  add(segments, clipped(period, { from: position, before: period.before }));
  return segments;
}

function segmentOf(
  { history }: HistoryList,
  { bucket, before, tally }: { readonly bucket: Bucket; readonly before: string; readonly tally: Tally },
  { period, isBySettling, now }: Selection,
): Segment | undefined {
  const { start, counts, unsettledAt } = bucket;
  const read = clipped(period, { from: start, before });
  const isSettled = unsettledAt === undefined;
  if (!read) return undefined;
  if (historyEnd(history, start) < now) return isSettled ? undefined : read;
  const isWhole = read.from === start && read.before === before;
  const isKnown = isSettled || !isBySettling;
  if (!isWhole || !isKnown || mayLackEntries(history, tally, { start, now })) return read;
  return { is: 'counted', from: start, before, counts, size: sizeOf(bucket) };
}

/** @returns what a period has of another. */
function clipped(period: Period, { from, before }: Period): ReadSegment | undefined {
  const start = from > period.from ? from : period.from;
  const end = before < period.before ? before : period.before;
  return start < end ? { is: 'read', from: start, before: end } : undefined;
}

/** Neighbors are read with one query. Between them are only hours without entries. */
function add(segments: Segment[], next: Segment | undefined): void {
  const last = segments.at(-1);
  if (!next) return;
  if (last?.is === 'read' && next.is === 'read')
    segments[segments.length - 1] = { is: 'read', from: last.from, before: next.before };
  else segments.push(next);
}
