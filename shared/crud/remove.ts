/** DELETE /<type>/{id}: the record, what guards its unique values, and its place in a quota go together. */
import type { Resource } from '../api/define/resource.ts';
import { problem } from '../domain/problems.ts';
import type { Response } from '../http/response.ts';
import { readQuery } from '../jsonapi/query.ts';
import { ConditionsFailed, versionIs, type Write } from '../table/commit.ts';
import { recordKey } from '../table/keys.ts';
import type { StoredRecord } from '../table/records.ts';
import type { Context } from './context.ts';
import { guardWrites, quotaWrite } from './guards.ts';
import { loadOwned } from './load.ts';
import { requireFresh } from './precondition.ts';

const TRIES = 10;

export async function remove(context: Context, resource: Resource, id: string): Promise<Response> {
  readQuery(context.request.query, resource, 'none');
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const record = await loadOwned(context, resource, id);
    requireFresh(context.request, record);
    const also = (await context.hooks[resource.type]?.remove?.(record, context)) ?? [];
    if (await removed(context, resource, { record, also })) return { status: 204 };
  }
  throw problem('table_throttled', 'Too many writers met at this record.');
}

/** @returns false when the record has changed since it was read. */
async function removed(
  context: Context,
  resource: Resource,
  { record, also }: { record: StoredRecord; also: readonly Write[] },
): Promise<boolean> {
  const { freed } = guardWrites(context, resource, { before: record, after: undefined, sharing: false });
  const quota = quotaWrite(resource, record.ownerId, -1);
  const deletion: Write = {
    delete: recordKey(resource.type, record.id),
    condition: versionIs(record.version),
  };
  try {
    await context.commit([deletion, ...freed, ...(quota ? [quota] : []), ...also]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    // It is gone: by this very write, whose answer got lost, or by another at the same moment.
    return error.failed.has(deletion) && error.failed.get(deletion) === undefined;
  }
}
