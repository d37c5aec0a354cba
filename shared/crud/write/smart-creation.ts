/** Smart creation: a POST with a name the owner already has answers with that record, brought up to date. */
import { resourceOf } from '../../api/define/api.ts';
import type { StoredRecord } from '../../api/define/fields.ts';
import type { Resource } from '../../api/define/resource.ts';
import { comparable } from '../../domain/comparable.ts';
import type { ApiResponse } from '../../http/response.ts';
import { changed, findRecord, save } from '../../records/store.ts';
import type { Context } from '../context.ts';
import { renderSingle, type Shape } from '../read/render.ts';
import type { RecordDraft } from './draft.ts';

/** @returns 'again' when the record was deleted or renamed meanwhile: then the creation may succeed. */
export async function reuse(
  context: Context,
  resource: Resource,
  { id, draft, shape }: { id: string; draft: RecordDraft; shape: Shape },
): Promise<ApiResponse | 'again'> {
  const existing = await findRecord(context, resourceOf(context.api, resource.type), id);
  const by = resource.smartCreation?.by ?? '';
  if (!existing || comparable(String(existing.fields[by])) !== comparable(String(draft.fields[by])))
    return 'again';
  const record = await refreshed(context, resource, { existing, draft });
  return record === 'again'
    ? record
    : renderSingle(context, { record, shape }, { status: 201, located: true });
}

async function refreshed(
  context: Context,
  resource: Resource,
  { existing, draft }: { existing: StoredRecord; draft: RecordDraft },
): Promise<StoredRecord | 'again'> {
  const sent = (resource.smartCreation?.updates ?? []).filter((name) => draft.isSent(name));
  const updated = sent.filter((name) => draft.fields[name] !== existing.fields[name]);
  if (updated.length === 0) return existing;
  const fields = Object.fromEntries(updated.map((name) => [name, draft.fields[name] ?? null]));
  const after = changed(context, resource, { before: existing, fields });
  const outcome = await save(context, [{ resource, before: existing, after }]);
  return outcome.is === 'saved' ? after : 'again';
}
