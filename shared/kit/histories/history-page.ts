/** One page of a history, and the number of its entries, from counts of past hours and the entries since. */
import type { Entry } from '../declare/fields.ts';
import { comparator } from '../lists/compare.ts';
import type { Table } from '../table/table.ts';
import { remember, remembered } from './history-memory.ts';
import { KindMatching } from './kind-matching.ts';
import { SegmentReader, splitByNewest } from './segment-reader.ts';
import { type CountedSegment, type HistoryQuery, type Segment, segmentsOf } from './segments.ts';
import { emptyTally, type Kind } from './tally.ts';
import { type HistoryList, hoursIn, NEVER, readTally, timeOf } from './tally-row.ts';

export interface HistoryPage {
  readonly entries: readonly Entry[];
  readonly total: number;
  /** False if nothing is counted yet, so that all was read. */
  readonly isCounted: boolean;
}

/** What is known of a segment, of which some entries match. */
type Part =
  | { readonly count: number; readonly entries: readonly Entry[] }
  | { readonly count: number; readonly segment: CountedSegment };

/** The newest entries are read concurrently with the counts: those of the page, and those that may not be counted. */
const MAX_PAGE = 300;
const MAX_UNCOUNTED = 92;
/** Further entries that are read, because some can have the same time or be new since the last request. */
const MORE = 8;

/** @param end the number of entries up to the end of the page. @param uncounted at the last request. */
function newestFor({ descending }: HistoryQuery, end: number, uncounted = MAX_UNCOUNTED): number {
  const page = descending && end <= MAX_PAGE ? end : 0;
  return Math.max(page, Math.min(MAX_UNCOUNTED, uncounted)) + MORE;
}

export async function historyPage(
  table: Table,
  list: HistoryList,
  query: HistoryQuery,
): Promise<HistoryPage> {
  const now = Date.now();
  const { isBySettling, period, page } = query;
  const reader = new SegmentReader(table, list, query.between);
  const matching = new KindMatching(list, query);
  const known = remembered(table, list);
  const newest = newestFor(query, page.number * page.size + 1, known?.uncounted);
  const isOpen = period.before === NEVER || period.before > new Date(now).toISOString();
  const [stored] = await Promise.all([
    readTally(table, list),
    isOpen ? reader.readNewest(period, newest) : undefined,
    matching.learn(known?.kinds ?? []),
  ]);
  const tally = stored.tally ?? emptyTally(new Date(now));
  const reopened = hoursIn(stored.reopened);
  const whole = segmentsOf(list, { tally, reopened }, { period, isBySettling, now });
  const segments = whole.flatMap((each) => splitByNewest(list, reader.newest, each));
  const kinds = segments.flatMap((each) => (each.is === 'counted' ? [...each.counts.keys()] : []));
  const [read] = await Promise.all([
    Promise.all(segments.map((each) => (each.is === 'read' ? reader.read(each) : []))),
    matching.learn([...kinds, ...matching.kindsOf(reader.newest?.entries ?? [])]),
  ]);
  const last = whole.at(-1);
  const isUncounted = (entry: Entry) => last?.is === 'read' && timeOf(list, entry) >= last.from;
  remember(table, list, {
    kinds: [...kinds, ...matching.kindsOf(read.flat())],
    uncounted: isOpen ? read.flat().filter(isUncounted).length : (known?.uncounted ?? MAX_UNCOUNTED),
  });
  const parts = await partsOf({ segments, read, matching });
  return {
    entries: await pageOf(parts, { list, query, reader, matching }),
    total: parts.reduce((sum, { count }) => sum + count, 0),
    isCounted: stored.tally !== undefined,
  };
}

/** @returns the parts in the order of time. */
async function partsOf({
  segments,
  read,
  matching,
}: {
  readonly segments: readonly Segment[];
  readonly read: readonly (readonly Entry[])[];
  readonly matching: KindMatching;
}): Promise<Part[]> {
  const selected = new Set(await matching.among(read.flat()));
  return segments.map((segment, at): Part => {
    if (segment.is === 'counted') return { segment, count: countIn(segment.counts, matching) };
    const entries = (read[at] ?? []).filter((entry) => selected.has(entry));
    return { entries, count: entries.length };
  });
}

function countIn(counts: ReadonlyMap<Kind, number>, matching: KindMatching): number {
  let sum = 0;
  for (const [kind, count] of counts) if (matching.isSelected(kind)) sum += count;
  return sum;
}

interface Paging {
  readonly list: HistoryList;
  readonly query: HistoryQuery;
  readonly reader: SegmentReader;
  readonly matching: KindMatching;
}

async function pageOf(parts: readonly Part[], paging: Paging): Promise<readonly Entry[]> {
  const { list, query } = paging;
  const { number, size } = query.page;
  const order = comparator([{ field: list.sortedBy, descending: query.descending }]);
  let skip = (number - 1) * size;
  let left = size;
  const wanted: Promise<readonly Entry[]>[] = [];
  for (const part of query.descending ? parts.toReversed() : parts) {
    if (left <= 0) break;
    if (skip >= part.count) {
      skip -= part.count;
      continue;
    }
    const take = Math.min(left, part.count - skip);
    if ('entries' in part)
      wanted.push(Promise.resolve(part.entries.toSorted(order).slice(skip, skip + take)));
    else wanted.push(entriesOf(part, { skip, take, order }, paging));
    left -= take;
    skip = 0;
  }
  return (await Promise.all(wanted)).flat();
}

interface Slice {
  readonly skip: number;
  readonly take: number;
  readonly order: (left: Entry, right: Entry) => number;
}

/** Reads from the end of the segment that is nearer. */
async function entriesOf(
  { segment, count }: Extract<Part, { segment: unknown }>,
  { skip, take, order }: Slice,
  { query, reader, matching }: Paging,
): Promise<readonly Entry[]> {
  const isNearBegin = skip + take <= count - skip;
  const wanted = isNearBegin ? skip + take : count - skip;
  const newestFirst = query.descending === isNearBegin;
  const found = await reader.readUntil(segment, {
    newestFirst,
    wanted,
    share: count / segment.size,
    among: (entries) => matching.among(entries),
  });
  const from = isNearBegin ? skip : skip - (count - found.length);
  return found.toSorted(order).slice(Math.max(0, from), Math.max(0, from) + take);
}
