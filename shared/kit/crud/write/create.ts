/** POST /<type>. With smart creation, a POST with an existing name updates that record and returns it. */
import { keyRowOf } from '../../declare/api.ts';
import type { StoredRecord } from '../../declare/fields.ts';
import { creationStatus, type Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { readDocument } from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { decided } from '../../records/decided.ts';
import type { Deciding } from '../../records/deciding.ts';
import type { Taken } from '../../records/outcome.ts';
import { changed, findRecord, save } from '../../records/store.ts';
import { uniqueValues } from '../../records/unique-values.ts';
import { Problems } from '../../values/problems.ts';
import { required } from '../../values/required.ts';
import type { Context } from '../context.ts';
import { noLinkage, renderSingle } from '../read/render.ts';
import { completed } from '../read/views.ts';
import { decideDraft, type RequestedWrite } from './decide.ts';
import { ignoredAttribute, type RecordDraft } from './draft.ts';
import type { WriteContext } from './hooks.ts';
import { writeDraft } from './write-draft.ts';

export interface Creation extends Pick<RecordDraft, 'revealed' | 'ignored'> {
  readonly record: StoredRecord;
  readonly isNew: boolean;
}

export type RequestedCreation = Omit<RequestedWrite, 'updating'>;

export async function create(context: WriteContext, resource: Resource): Promise<ApiResponse> {
  const shape = readQuery(context.request.query, resource, 'single');
  const { type, clientIds, relationships } = resource;
  const document = readDocument(context.request.body, { type, id: null, clientIds, relationships });
  const { record, isNew, revealed, ignored } = await decided(context, (deciding) =>
    createOnce(deciding, resource, { document }),
  );
  const linkage = isNew ? { linkage: noLinkage(resource) } : {};
  const status = creationStatus(resource);
  return renderSingle(context, { record, shape }, { status, located: true, revealed, ignored, ...linkage });
}

/** @returns 'again' if data has changed concurrently. @throws Problems */
export async function createOnce(
  context: WriteContext & Deciding,
  resource: Resource,
  created: RequestedCreation,
): Promise<Creation | 'again'> {
  const draft = await decideDraft(context, resource, created);
  const { outcome, record } = await writeDraft(context, resource, { draft });
  const { revealed, ignored } = draft;
  if (outcome.is === 'stale') return 'again';
  if (outcome.is === 'saved') return { record, isNew: true, revealed, ignored };
  const existing = outcome.values.find((taken) => isSameName(resource, taken, draft.id));
  if (!existing || outcome.problems.length > 1) throw new Problems(outcome.problems);
  const id = required(existing.holder, 'A taken name has a holder.');
  return reuse(context, resource, { id, draft, record });
}

const isSameName = (
  { type, smartCreation }: Resource,
  { resource, field, recordId }: Taken,
  id: string,
): boolean => resource.type === type && field === smartCreation?.by && recordId === id;

interface Reuse {
  /** Id of the record with the name. */
  readonly id: string;
  readonly draft: RecordDraft;
  /** The record that would be created. */
  readonly record: StoredRecord;
}

/** @returns 'again' if the record was deleted or renamed concurrently, so that the creation may succeed. */
async function reuse(
  context: Context & Deciding,
  resource: Resource,
  { id, draft, record }: Reuse,
): Promise<Creation | 'again'> {
  const existing = await findRecord(context, resource, id);
  if (!existing || nameOf(context, resource, existing) !== nameOf(context, resource, record)) return 'again';
  const { updates = [], clearedByNull = false } = resource.smartCreation ?? {};
  const sent = updates.filter((name) => draft.isSent(name));
  const provided = sent.filter((name) => clearedByNull || draft.fields[name] !== null);
  const unused = sent.filter((name) => !provided.includes(name)).map(ignoredAttribute);
  const creation = { isNew: false, revealed: {}, ignored: [...draft.ignored, ...unused] };
  const fieldsets = new Map([[resource.type, new Set(provided)]]);
  const stored = { records: [existing], fields: fieldsets, isSingle: true };
  const [whole = existing] = await completed(context, resource, stored);
  const updated = provided.filter((name) => draft.fields[name] !== whole.fields[name]);
  if (updated.length === 0) return { record: existing, ...creation };
  const fields = Object.fromEntries(updated.map((name) => [name, draft.fields[name] ?? null]));
  const after = changed(context, resource, { before: existing, fields });
  const outcome = await save(context, [{ resource, before: existing, after }]);
  return outcome.is === 'saved' ? { record: after, ...creation } : 'again';
}

/** @returns the normalized name of a record, or undefined. */
const nameOf = (context: Context, resource: Resource, record: StoredRecord): string | undefined =>
  uniqueValues(resource, keyRowOf(context.api, resource), record).find(
    ({ field }) => field === resource.smartCreation?.by,
  )?.key.pk;
