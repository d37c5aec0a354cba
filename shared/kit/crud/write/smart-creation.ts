/** Smart creation. A POST with an existing name updates that record and returns it. */
import { keyRowOf, resourceOf } from '../../declare/api.ts';
import type { StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { changed, findRecord, save } from '../../records/store.ts';
import { uniqueValues } from '../../records/unique-values.ts';
import type { Context } from '../context.ts';
import { completed } from '../read/views.ts';
import type { RecordDraft } from './draft.ts';

interface Reuse {
  /** Id of the record with the name. */
  readonly id: string;
  readonly draft: RecordDraft;
  /** The record that would be created. */
  readonly record: StoredRecord;
}

/** @returns 'again' if the record was deleted or renamed concurrently, so that the creation may succeed. */
export async function reuse(
  context: Context,
  resource: Resource,
  { id, draft, record }: Reuse,
): Promise<StoredRecord | 'again'> {
  const existing = await findRecord(context, resourceOf(context.api, resource.type), id);
  if (!existing || nameOf(context, resource, existing) !== nameOf(context, resource, record)) return 'again';
  return refreshed(context, resource, { existing, draft });
}

/** @returns the normalized name of a record, or undefined. */
const nameOf = (context: Context, resource: Resource, record: StoredRecord): string | undefined =>
  uniqueValues(resource, keyRowOf(context.api, resource), record).find(
    ({ field }) => field === resource.smartCreation?.by,
  )?.key.pk;

async function refreshed(
  context: Context,
  resource: Resource,
  { existing, draft }: { existing: StoredRecord; draft: RecordDraft },
): Promise<StoredRecord | 'again'> {
  const { updates = [], clearedByNull = false } = resource.smartCreation ?? {};
  const sent = updates.filter((name) => draft.isSent(name));
  const provided = sent.filter((name) => clearedByNull || draft.fields[name] !== null);
  for (const name of sent) if (!provided.includes(name)) draft.ignore(name);
  const fieldsets = new Map([[resource.type, new Set(provided)]]);
  const stored = { records: [existing], fields: fieldsets, isSingle: true };
  const [whole = existing] = await completed(context, resource, stored);
  const updated = provided.filter((name) => draft.fields[name] !== whole.fields[name]);
  if (updated.length === 0) return existing;
  const fields = Object.fromEntries(updated.map((name) => [name, draft.fields[name] ?? null]));
  const after = changed(context, resource, { before: existing, fields });
  const outcome = await save(context, [{ resource, before: existing, after }]);
  return outcome.is === 'saved' ? after : 'again';
}
