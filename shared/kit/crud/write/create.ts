/** POST /<type>. With smart creation, the response can be an existing record with the same name. */
import { creationStatus, type Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { readDocument, type WriteDocument } from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import type { Taken } from '../../records/outcome.ts';
import { newRecord, retried, save } from '../../records/store.ts';
import { Problems } from '../../values/problems.ts';
import { making } from '../context.ts';
import type { Shape } from '../read/includes.ts';
import { noLinkage, renderSingle } from '../read/render.ts';
import type { RecordDraft } from './draft.ts';
import type { WriteContext } from './hooks.ts';
import { prepare } from './prepare.ts';
import { readInput } from './read-input.ts';
import { rejectBroken } from './reject-draft.ts';
import { reuse } from './smart-creation.ts';
import { aboutThrough, throughChanges } from './through.ts';
import { withSteps } from './with-steps.ts';

export async function create(context: WriteContext, resource: Resource): Promise<ApiResponse> {
  const shape = readQuery(context.request.query, resource, 'single');
  const { type, clientIds } = resource;
  const document = readDocument(context.request.body, { type, id: null, clientIds });
  return retried(() => attempt(context, resource, { document, shape }));
}

async function attempt(
  context: WriteContext,
  resource: Resource,
  { document, shape }: { document: WriteDocument; shape: Shape },
): Promise<ApiResponse | 'again'> {
  const draft = await readInput(context, resource, { document, before: undefined });
  await prepare(context, resource, draft);
  await rejectBroken(context, resource, draft);
  const { id, ownerId, fields, changes, writes, steps, revealed } = draft;
  const record = newRecord(context, resource, { id, ownerId, fields });
  const creation = { resource, after: record, sharing: allowsDuplicates(resource, draft) };
  const links = await throughChanges(context, resource, { draft, record });
  const status = creationStatus(resource);
  const made = { type: resource.type, ids: [id], status };
  const all = [creation, ...changes, ...links];
  const outcome = await withSteps(steps, () => save(making(context, made), all, writes)).catch(
    (error: unknown) => {
      throw aboutThrough(resource, draft, error);
    },
  );
  if (outcome.is === 'stale') return 'again';
  if (outcome.is === 'saved')
    return renderSingle(
      context,
      { record, shape },
      { status, located: true, revealed, linkage: noLinkage(resource) },
    );
  const existing = outcome.values.find((taken) => isSameName(resource, taken, id));
  if (!existing || outcome.problems.length > 1) throw new Problems(outcome.problems);
  return reuse(context, resource, { id: existing.holder ?? '', draft, record, shape });
}

/** Whether the request allows a name that is already taken. */
const allowsDuplicates = ({ smartCreation }: Resource, { meta }: RecordDraft): boolean =>
  smartCreation?.duplicates !== undefined && meta[smartCreation.duplicates] === true;

const isSameName = (
  { type, smartCreation }: Resource,
  { resource, field, recordId }: Taken,
  id: string,
): boolean => resource.type === type && field === smartCreation?.by && recordId === id;
