/** Reads the entries of segments from the index, and remembers the newest. */
import type { Entry } from '../declare/fields.ts';
import type { Table } from '../table/table.ts';
import type { CountedSegment, Period, Segment } from './segments.ts';
import { isWholeKind, type Kind, kindOf } from './tally.ts';
import { entriesIn, type HistoryList, NEVER, timeOf } from './tally-row.ts';

/** All entries from a time on. */
export interface Newest {
  readonly from: string;
  /** In the order of time. */
  readonly entries: readonly Entry[];
}

interface ReadingUntil {
  readonly newestFirst: boolean;
  /** The number of entries among those that are selected. */
  readonly wanted: number;
  /** The expected share of entries that are selected. */
  readonly share: number;
  readonly among: (entries: readonly Entry[]) => Promise<readonly Entry[]>;
}

const MAX_READ = 1000;

export class SegmentReader {
  readonly #table: Table;
  readonly #list: HistoryList;
  readonly #between: () => void;
  newest: Newest | undefined;

  constructor(table: Table, list: HistoryList, between: () => void) {
    this.#table = table;
    this.#list = list;
    this.#between = between;
  }

  async readNewest({ from, before }: Period, limit: number): Promise<void> {
    const found = await entriesIn(this.#table, this.#list, { from, before, newestFirst: true, limit });
    const entries = found.toReversed();
    const [first] = entries;
    const isAll = !first || found.length < limit;
    // Others of the same time may not have been read.
    const last = first && timeOf(this.#list, first);
    this.newest =
      isAll || last === undefined
        ? { from, entries }
        : { from: `${last}~`, entries: entries.filter((entry) => timeOf(this.#list, entry) !== last) };
  }

  async read({ from, before }: Period): Promise<readonly Entry[]> {
    const newest = this.newest;
    const upTo = newest && newest.from < before ? newest.from : before;
    const older = from < upTo ? await this.#entriesIn({ from, before: upTo }) : [];
    const isWithin = (entry: Entry) => {
      const time = timeOf(this.#list, entry);
      return time >= from && (time < before || before === NEVER);
    };
    return [...older, ...(newest && newest.from < before ? newest.entries.filter(isWithin) : [])];
  }

  /** @returns the first entries that are selected, at least as many as wanted, if there are. */
  async readUntil(
    { from, before }: CountedSegment,
    { newestFirst, wanted, share, among }: ReadingUntil,
  ): Promise<readonly Entry[]> {
    const found: Entry[] = [];
    let period: Period = { from, before };
    let limit = Math.min(MAX_READ, Math.ceil((wanted / share) * 1.1) + 8);
    for (;;) {
      const order = newestFirst ? ({ newestFirst } as const) : {};
      const page = await entriesIn(this.#table, this.#list, { ...period, ...order, limit });
      const last = page.at(-1);
      if (!last || page.length < limit) return [...found, ...(await among(page))];
      // Entries of one time are sorted by their ids, so that all of them are needed.
      const time = timeOf(this.#list, last);
      const whole = page.filter((entry) => timeOf(this.#list, entry) !== time);
      found.push(...(await among(whole)));
      if (found.length >= wanted) return found;
      if (whole.length === 0) limit *= 4;
      period = newestFirst ? { from, before: `${time}~` } : { from: time, before };
      this.#between();
    }
  }

  #entriesIn(period: Period): Promise<readonly Entry[]> {
    return entriesIn(this.#table, this.#list, { ...period, between: this.#between });
  }
}

/** @returns the segment without the newest entries, which were read, and these. */
export function splitByNewest(
  list: HistoryList,
  newest: Newest | undefined,
  segment: Segment,
): readonly Segment[] {
  if (segment.is === 'read' || !newest || newest.from >= segment.before) return [segment];
  const { from, before } = segment;
  if (newest.from <= from) return [{ is: 'read', from, before }];
  const rest = without(list, segment, newest);
  return rest ? [rest, { is: 'read', from: newest.from, before }] : [segment];
}

/** @returns undefined if the entries are not those that were counted, because they change. */
function without(
  list: HistoryList,
  segment: CountedSegment,
  { from, entries }: Newest,
): CountedSegment | undefined {
  const counts = new Map<Kind, number>(segment.counts);
  const isWhole = [...counts.keys()].every((kind) => isWholeKind(list.history, kind));
  const upper = entries.filter((entry) => timeOf(list, entry) < segment.before);
  for (const { fields } of upper) {
    const kind = kindOf(list.history, fields, isWhole);
    const count = counts.get(kind) ?? 0;
    if (count === 0) return undefined;
    counts.set(kind, count - 1);
  }
  return { ...segment, before: from, counts, size: segment.size - upper.length };
}
