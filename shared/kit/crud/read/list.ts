/** GET /<type>. */
import type { Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { type ReadQuery, readQuery } from '../../jsonapi/query.ts';
import type { Context } from '../context.ts';
import { findPage, type Source } from './find-page.ts';
import { renderList } from './render.ts';

export async function list(context: Context, resource: Resource): Promise<ApiResponse> {
  return listPage(context, resource, { query: readQuery(context.request.query, resource, 'list') });
}

/** @param source what to list. Defaults to everything the caller owns. */
export async function listPage(
  context: Context,
  resource: Resource,
  asked: { query: ReadQuery; source?: Source },
): Promise<ApiResponse> {
  const { records, total } = await findPage(context, resource, asked);
  return renderList(context, { resource, records, query: asked.query, total });
}
