/** Lists a history from its counts, if the query only uses the fields by which it is counted. */
import { keyRowOf } from '../../declare/api.ts';
import type { Entry } from '../../declare/fields.ts';
import { historyPage } from '../../histories/history-page.ts';
import type { Period } from '../../histories/segments.ts';
import { type HistoryList, historyOf, NEVER } from '../../histories/tally-row.ts';
import type { SentFilter } from '../../jsonapi/query.ts';
import { startFoldForReaders } from '../../lists/unreadable.ts';
import { problem } from '../../values/problems.ts';
import { ownerOf } from '../context.ts';
import type { Listing } from './listing.ts';
import { MAX_READ_UNITS, spentUnits } from './response-limits.ts';
import { visible } from './views.ts';

/** A history is worth counting if more than this was read. */
const UNCOUNTED_ENTRIES = 300;

/**
 * @returns undefined if all entries must be read.
 * @throws response_too_large (400) if too many entries are not counted.
 */
export async function pageOfHistory({
  context,
  resource,
  query: { filters, sort, page },
  source,
}: Listing): Promise<{ page: readonly Entry[]; total: number } | undefined> {
  const list = historyOf(resource, keyRowOf(context.api, resource), ownerOf(context, resource));
  const [first, ...others] = sort;
  if (!list || source.is !== 'owned' || others.length > 0 || first?.field !== list.sortedBy) return undefined;
  const { fixed, settling } = list.history;
  const isByTime = ({ filter }: SentFilter) => filter.field === list.sortedBy;
  const byFields = filters.filter((each) => !isByTime(each));
  const fields = byFields.map(({ filter }) => filter.field);
  if (!fields.every((field) => field === settling.field || fixed.includes(field))) return undefined;
  const period = periodOf(filters.filter(isByTime));
  if (!period) return undefined;
  const between = () => {
    if (spentUnits(context) > MAX_READ_UNITS) throw tooLong(list);
  };
  const found = await historyPage(context.table, list, {
    period,
    page,
    descending: first.descending,
    isBySettling: fields.includes(settling.field),
    select: async (entries) => (await visible(context, resource, entries)).filter(passes(byFields)),
    between,
  });
  if (!found.isCounted && found.total > UNCOUNTED_ENTRIES)
    await startFoldForReaders(context.table, { type: resource.type, ownerId: list.ownerId }, context.now);
  return { page: found.entries, total: found.total };
}

const passes =
  (filters: readonly SentFilter[]) =>
  ({ fields }: Entry): boolean =>
    filters.every(({ filter, test }) => test(fields[filter.field] ?? null));

/** @returns undefined if a filter is not a period. */
function periodOf(filters: readonly SentFilter[]): Period | undefined {
  let period: Period = { from: '', before: NEVER };
  for (const { filter, value } of filters) {
    const range = filter.rangeOf?.(value);
    if (!range) return undefined;
    const start = timeAt(range.from);
    const end = timeAt(range.to + 1);
    period = {
      from: start > period.from ? start : period.from,
      before: end < period.before ? end : period.before,
    };
  }
  return period;
}

/** Times of other years are not in the order of their texts. */
const FIRST_MS = Date.parse('0000-01-01');
const END_MS = Date.parse('9999-12-31');

/** @returns the text of a time, or one before or after all. */
function timeAt(milliseconds: number): string {
  if (milliseconds < FIRST_MS) return '';
  return milliseconds < END_MS ? new Date(milliseconds).toISOString() : NEVER;
}

const tooLong = ({ sortedBy }: HistoryList) =>
  problem(
    'response_too_large',
    `Too many records of this period are not counted yet. List a shorter period, or try again in a few minutes.`,
    { parameter: `filter[${sortedBy}-gte]` },
  );
