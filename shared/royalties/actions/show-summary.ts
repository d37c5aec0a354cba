/** GET /royalties/summary: shows the caller's summary in one currency. */
import type { Context } from '../../kit/crud/context.ts';
import { renderSingle } from '../../kit/crud/read/render.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { askedValue, readQuery } from '../../kit/jsonapi/query.ts';
import { readCurrency } from '../../kit/values/currency.ts';
import { royaltySummaries } from '../api/royalties.ts';
import { periodRange } from '../period-range.ts';
import { readRoyalties } from '../read-royalties.ts';
import { summarize } from '../rules/royalties.ts';
import { summaryRecord } from '../summary-record.ts';

export async function showSummary(context: Context): Promise<ApiResponse> {
  const { table, caller, request } = context;
  const query = readQuery(request.query, royaltySummaries, 'list');
  const range = periodRange(query);
  const wanted = askedValue(query, 'currency');
  const currency = wanted === undefined ? undefined : (readCurrency(wanted) ?? undefined);
  const summary = summarize(await readRoyalties(table, caller.userId), { ...range, currency });
  return renderSingle(context, { record: summaryRecord(caller.userId, summary), shape: query });
}
