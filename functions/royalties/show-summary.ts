/** GET /royalties/summary: of the caller, in one currency. */
import { royaltySummaries } from '../../shared/api/royalties.ts';
import { summarize } from '../../shared/domain/royalties.ts';
import type { Context } from '../../shared/kit/crud/context.ts';
import { renderSingle } from '../../shared/kit/crud/read/render.ts';
import type { ApiResponse } from '../../shared/kit/http/response.ts';
import { askedValue, readQuery } from '../../shared/kit/jsonapi/query.ts';
import { readCurrency } from '../../shared/kit/values/currency.ts';
import { periodRange } from '../../shared/royalties/period-range.ts';
import { readRoyalties } from '../../shared/royalties/read-royalties.ts';
import { summaryRecord } from '../../shared/royalties/summary-record.ts';

export async function showSummary(context: Context): Promise<ApiResponse> {
  const { table, caller, request } = context;
  const query = readQuery(request.query, royaltySummaries, 'list');
  const range = periodRange(query);
  const wanted = askedValue(query, 'currency');
  const currency = wanted === undefined ? undefined : (readCurrency(wanted) ?? undefined);
  const summary = summarize(await readRoyalties(table, caller.userId), { ...range, currency });
  return renderSingle(context, { record: summaryRecord(caller.userId, summary), shape: query });
}
