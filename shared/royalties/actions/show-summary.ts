/** GET /royalties/summary: shows the caller's summary in one currency. */
import type { Context } from '../../kit/crud/context.ts';
import { renderSingle } from '../../kit/crud/read/render.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { readQuery, sentValue } from '../../kit/jsonapi/query.ts';
import { readCurrency } from '../../kit/values/currency.ts';
import { royaltySummaries } from '../api/royalties.ts';
import { periodRange } from '../period-range.ts';
import { readSummary } from '../read-summary.ts';

export async function showSummary(context: Context): Promise<ApiResponse> {
  const { table, caller, request } = context;
  const query = readQuery(request.query, royaltySummaries, 'list');
  const range = periodRange(query);
  const sent = sentValue(query, 'currency');
  const currency = sent === undefined ? undefined : (readCurrency(sent) ?? undefined);
  const record = await readSummary(table, caller.userId, { ...range, currency });
  return renderSingle(context, { record, shape: query });
}
