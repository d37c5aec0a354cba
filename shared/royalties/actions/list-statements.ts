/** GET /royalties/statements: lists what the caller's tracks have earned, as pages or as CSV. */
import type { Context } from '../../kit/crud/context.ts';
import { renderList } from '../../kit/crud/read/render.ts';
import { prefersCsv } from '../../kit/http/media-types.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { type ReadQuery, readQuery, sentValue } from '../../kit/jsonapi/query.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { throwIfAny } from '../../kit/values/problems.ts';
import { type EarningGroup, earningGroups } from '../../usage/earnings/earning-sums.ts';
import { royaltyStatements } from '../api/royalty-statements.ts';
import { periodRange } from '../period-range.ts';
import { statementRange } from '../rules/statement-range.ts';
import { readStatement, type StatementMonth } from '../statements/read-statement.ts';
import { statementCsv } from '../statements/statement-csv.ts';
import { addTotals, type StatementQuery } from '../statements/statement-lines.ts';
import { type PlacedLine, statementRecord } from '../statements/statement-records.ts';

const DEFAULT_GROUP: EarningGroup = 'track';

/** Caches must distinguish both. */
const headers = { Vary: 'Accept' };

export async function listStatements(context: Context): Promise<ApiResponse> {
  const { request, caller, now } = context;
  const query = readQuery(request.query, royaltyStatements, 'list');
  const range = statementRange(periodRange(query), now);
  const sent = sentValue(query, 'group');
  const group = earningGroups.find((each) => each === sent) ?? DEFAULT_GROUP;
  const of = { ownerId: caller.userId, group, range };
  const isCsv = prefersCsv(request);
  if (isCsv) rejectPages(request.query);
  const months = await readStatement(context, of);
  const response = isCsv
    ? await statementCsv(context, { of, months })
    : await statementPage(context, { of, months, query });
  return { ...response, headers: { ...headers, ...response.headers } };
}

interface Statement {
  readonly of: StatementQuery;
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
      const own = (await month.lines()).slice(before, before + left);
      lines.push(...own.map((line) => ({ ...line, period: month.period })));
    }
    before = Math.max(0, before - month.count);
  }
  return lines;
}
