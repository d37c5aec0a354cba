/** GET /royalties/payments: lists the caller's payments, newest first. */
import type { Context } from '../../kit/crud/context.ts';
import { listPage } from '../../kit/crud/read/read.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { readQuery } from '../../kit/jsonapi/query.ts';
import { royaltyPayments } from '../api/royalties.ts';
import { periodRange } from '../period-range.ts';

export async function listPayments(context: Context): Promise<ApiResponse> {
  const query = readQuery(context.request.query, royaltyPayments, 'list');
  periodRange(query);
  return listPage(context, royaltyPayments, { query });
}
