/** GET /royalties/payments: those to the caller, newest first. */
import { royaltyPayments } from '../../shared/api/royalties.ts';
import type { Context } from '../../shared/crud/context.ts';
import { listPage } from '../../shared/crud/read/list.ts';
import type { ApiResponse } from '../../shared/http/response.ts';
import { readQuery } from '../../shared/jsonapi/query.ts';
import { periodRange } from '../../shared/royalties/period-range.ts';

export async function listPayments(context: Context): Promise<ApiResponse> {
  const query = readQuery(context.request.query, royaltyPayments, 'list');
  periodRange(query);
  return listPage(context, royaltyPayments, { query });
}
