/** GET /royalties/payments: those to the caller, newest first. */
import { royaltyPayments } from '../../shared/api/royalties.ts';
import type { Context } from '../../shared/kit/crud/context.ts';
import { listPage } from '../../shared/kit/crud/read/list.ts';
import type { ApiResponse } from '../../shared/kit/http/response.ts';
import { readQuery } from '../../shared/kit/jsonapi/query.ts';
import { periodRange } from '../../shared/royalties/period-range.ts';

export async function listPayments(context: Context): Promise<ApiResponse> {
  const query = readQuery(context.request.query, royaltyPayments, 'list');
  periodRange(query);
  return listPage(context, royaltyPayments, { query });
}
