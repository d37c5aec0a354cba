/** Creates a record from a document, for requests and for imports. With smart creation, it can be an existing one. */
import type { StoredRecord } from '../../declare/fields.ts';
import { creationStatus, type Resource } from '../../declare/resource.ts';
import type { WriteDocument } from '../../jsonapi/document.ts';
import type { Taken } from '../../records/outcome.ts';
import { newRecord, save } from '../../records/store.ts';
import { Problems } from '../../values/problems.ts';
import { making } from '../context.ts';
import { allowsDuplicates, type RecordDraft } from './draft.ts';
import type { WriteContext } from './hooks.ts';
import { prepare } from './prepare.ts';
import { type FindLinked, readInput } from './read-input.ts';
import { rejectBroken } from './reject-draft.ts';
import { reuse } from './smart-creation.ts';
import { aboutThrough, throughChanges } from './through.ts';
import { withSteps } from './with-steps.ts';

export interface Creation {
  readonly record: StoredRecord;
  readonly isNew: boolean;
  /** Values shown only in the response to this request. */
  readonly revealed: RecordDraft['revealed'];
  readonly ignored: RecordDraft['ignored'];
}

export interface Created {
  readonly document: WriteDocument;
  /** Finds linked records. By default, those in the table. */
  readonly find?: FindLinked;
  /** Completes the draft after the hooks. */
  readonly complete?: (draft: RecordDraft) => void | Promise<void>;
}

/** @returns 'again' if data has changed concurrently. @throws Problems */
export async function createOnce(
  context: WriteContext,
  resource: Resource,
  created: Created,
): Promise<Creation | 'again'> {
  const draft = await draftOf(context, resource, created);
  await rejectBroken(context, resource, draft);
  const { id, ownerId, fields, changes, writes, steps, revealed, ignored } = draft;
  const record = newRecord(context, resource, { id, ownerId, fields });
  const creation = { resource, after: record, sharing: allowsDuplicates(resource, draft) };
  const links = await throughChanges(context, resource, { draft, record });
  const made = { type: resource.type, ids: [id], status: creationStatus(resource) };
  const all = [creation, ...changes, ...links];
  const outcome = await withSteps(steps, () => save(making(context, made), all, writes)).catch(
    (error: unknown) => {
      throw aboutThrough(resource, draft, error);
    },
  );
  if (outcome.is === 'stale') return 'again';
  if (outcome.is === 'saved') return { record, isNew: true, revealed, ignored };
  const existing = outcome.values.find((taken) => isSameName(resource, taken, id));
  if (!existing || outcome.problems.length > 1) throw new Problems(outcome.problems);
  const reused = await reuse(context, resource, { id: existing.holder ?? '', draft, record });
  return reused === 'again' ? reused : { record: reused, isNew: false, revealed: {}, ignored };
}

/** @returns the draft of a new record, with the problems that its declaration and its hooks have found. */
export async function draftOf(
  context: WriteContext,
  resource: Resource,
  { document, find, complete }: Created,
): Promise<RecordDraft> {
  const draft = await readInput(context, resource, { document, before: undefined, ...(find && { find }) });
  await prepare(context, resource, draft);
  await complete?.(draft);
  return draft;
}

const isSameName = (
  { type, smartCreation }: Resource,
  { resource, field, recordId }: Taken,
  id: string,
): boolean => resource.type === type && field === smartCreation?.by && recordId === id;
