/** DELETE /<type>/{id}: the record, its unique values, its place in a quota and what is deleted with it go together. */
import type { Resource } from '../../api/define/resource.ts';
import { isProblem } from '../../domain/problems.ts';
import type { ApiResponse } from '../../http/response.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { retried, save } from '../../records/store.ts';
import type { Context } from '../context.ts';
import { loadOwned } from '../read/load.ts';
import { cascade } from './cascade.ts';
import { requireFresh } from './if-match.ts';

export async function remove(context: Context, resource: Resource, id: string): Promise<ApiResponse> {
  readQuery(context.request.query, resource, 'none');
  let isTried = false;
  return retried(async () => {
    const record = await loadOwned(context, resource, id).catch((error: unknown) => {
      // It is gone: deleted by this very request, whose answer got lost, or by another at the same moment.
      if (isTried && isProblem(error, 'unknown_record')) return undefined;
      throw error;
    });
    if (!record) return { status: 204 };
    requireFresh(context.request, record);
    const also = (await context.hooks[resource.type]?.remove?.(record, context)) ?? [];
    const { changes, writes } = await cascade(context, { resource, before: record });
    isTried = true;
    const outcome = await save(context, [{ resource, before: record }, ...changes, ...also], writes);
    return outcome.is === 'saved' ? { status: 204 } : 'again';
  });
}
