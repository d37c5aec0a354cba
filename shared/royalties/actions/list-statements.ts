/** GET /royalties/statements: lists what the caller's tracks have earned, as pages or as CSV. */
import type { Context } from '../../kit/crud/context.ts';
import { renderList } from '../../kit/crud/read/render.ts';
import { listOf } from '../../kit/declare/filter.ts';
import { prefersCsv } from '../../kit/http/media-types.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { type ReadQuery, readQuery, sentValue } from '../../kit/jsonapi/query.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { throwIfAny } from '../../kit/values/problems.ts';
import { earningGroups } from '../../usage/earnings/earning-sums.ts';
import { royaltyStatements } from '../api/royalty-statements.ts';
import { periodRange } from '../period-range.ts';
import { statementRange } from '../rules/statement-range.ts';
import { type LinesBy, readGroup } from '../statement-groups.ts';
import { type FilteredQuery, readFiltered, type StatementFilters } from '../statements/selected-lines.ts';
import { statementCsv } from '../statements/statement-csv.ts';
import { addTotals } from '../statements/statement-lines.ts';
import type { StatementMonth } from '../statements/statement-months.ts';
import { memberIn, type PlacedLine, statementRecord } from '../statements/statement-records.ts';

const DEFAULT_GROUP: LinesBy = ['track'];

/** Caches must distinguish both. */
const headers = { Vary: 'Accept' };

export async function listStatements(context: Context): Promise<ApiResponse> {
  const { request, caller, now } = context;
  const query = readQuery(request.query, royaltyStatements, 'list');
  const range = statementRange(periodRange(query), now);
  const group = sentValue(query, 'group');
  const by = (group === undefined ? null : readGroup(group)) ?? DEFAULT_GROUP;
  const of = { ownerId: caller.userId, by, range, filters: filtersIn(query) };
  const isCsv = prefersCsv(request);
  if (isCsv) rejectPages(request.query);
  const months = await readFiltered(context, of);
  const response = isCsv
    ? await statementCsv(context, { of, months })
    : await statementPage(context, { of, months, query });
  return { ...response, headers: { ...headers, ...response.headers } };
}

function filtersIn(query: ReadQuery): StatementFilters {
  const sent = earningGroups.flatMap((group) => {
    const value = sentValue(query, group);
    return value === undefined ? [] : [[group, listOf(value).map(memberIn)]];
  });
  return Object.fromEntries(sent);
}

interface Statement {
  readonly of: FilteredQuery;
  readonly months: readonly StatementMonth[];
  readonly query: ReadQuery;
}

async function statementPage(context: Context, { of, months, query }: Statement): Promise<ApiResponse> {
  const records = (await pageOf(months, query.page)).map((line) => statementRecord(of, line));
  const total = months.reduce((sum, { count }) => sum + count, 0);
  const totals = addTotals(months.flatMap((month) => month.totals)).map((each) => ({
    ...each,
    revenue: formatAmount(each.revenue),
  }));
  return renderList(context, { resource: royaltyStatements, records, query, total, meta: { totals } });
}

/** @throws unsupported_parameter for what shapes pages and documents. */
function rejectPages(query: Context['request']['query']): void {
  const shaping = query.filter(([name]) => /^(page|fields)\[|^include$/.test(name));
  throwIfAny(
    shaping.map(([parameter]) => ({
      code: 'unsupported_parameter',
      parameter,
      detail: `A statement as CSV is complete. Omit ${parameter}.`,
    })),
  );
}

/** Reads only the months that the page is in. */
async function pageOf(
  months: readonly StatementMonth[],
  { number, size }: { number: number; size: number },
): Promise<PlacedLine[]> {
  const lines: PlacedLine[] = [];
  let before = (number - 1) * size;
  for (const month of months) {
    const left = size - lines.length;
    if (left > 0 && before < month.count) {
      const own = await month.page(before, before + left);
      lines.push(...own.map((line) => ({ ...line, period: month.period })));
    }
    before = Math.max(0, before - month.count);
  }
  return lines;
}
