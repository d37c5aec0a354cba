/** Smart creation: a POST with a name the owner already has answers with that record, brought up to date. */
import type { Resource } from '../api/define/resource.ts';
import type { Response } from '../http/response.ts';
import { comparable } from '../table/guards.ts';
import { recordKey } from '../table/keys.ts';
import { type StoredRecord, toRecord } from '../table/records.ts';
import { type Shape, singleAnswer } from './answer.ts';
import type { Context } from './context.ts';
import type { Draft } from './hooks.ts';
import { save } from './save.ts';

/** @returns undefined when the record went away, or was renamed, meanwhile: then the creation may be tried again. */
export async function reuse(
  context: Context,
  resource: Resource,
  { id, draft, shape }: { id: string; draft: Draft; shape: Shape },
): Promise<Response | undefined> {
  const item = await context.table.get(recordKey(resource.type, id));
  if (!item) return undefined;
  const existing = toRecord(item);
  const by = resource.smartCreation?.by ?? '';
  if (comparable(existing.fields[by]) !== comparable(draft.fields[by])) return undefined;
  const record = await refreshed(context, resource, { existing, draft });
  return record && singleAnswer(context, { record, shape }, { status: 201, located: true });
}

async function refreshed(
  context: Context,
  resource: Resource,
  { existing, draft }: { existing: StoredRecord; draft: Draft },
): Promise<StoredRecord | undefined> {
  const sent = (resource.smartCreation?.updates ?? []).filter((name) => draft.sent.has(name));
  const changed = sent.filter((name) => draft.fields[name] !== existing.fields[name]);
  if (changed.length === 0) return existing;
  const changes = Object.fromEntries(changed.map((name) => [name, draft.fields[name] ?? null]));
  return save(context, resource, { before: existing, fields: { ...existing.fields, ...changes } });
}
