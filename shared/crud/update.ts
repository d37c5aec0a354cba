/** PATCH /<type>/{id}: load as its owner, decide, save unless someone else was faster; then decide again. */
import type { Resource } from '../api/define/resource.ts';
import { problem } from '../domain/problems.ts';
import type { Response } from '../http/response.ts';
import { readDocument, type WriteDocument } from '../jsonapi/document.ts';
import { readQuery } from '../jsonapi/query.ts';
import type { StoredRecord } from '../table/records.ts';
import { singleAnswer } from './answer.ts';
import type { Context } from './context.ts';
import { readInput } from './input.ts';
import { linkedChecks } from './linked-checks.ts';
import { loadOwned } from './load.ts';
import { requireFresh } from './precondition.ts';
import { refuseBroken } from './refuse.ts';
import { save } from './save.ts';

/** Writers of one record take turns; with this many losses something else is wrong. */
const TRIES = 10;

export async function update(context: Context, resource: Resource, id: string): Promise<Response> {
  const shape = readQuery(context.request.query, resource, 'single');
  const { type, clientIds } = resource;
  const document = readDocument(context.request.body, { type, id, clientIds });
  const record = await change(context, resource, { id, documentFor: () => document });
  return singleAnswer(context, { record, shape });
}

/** Applies what `documentFor` says to the record as it stands, however many others write to it. @throws Problems. */
export async function change(
  context: Context,
  resource: Resource,
  { id, documentFor }: { id: string; documentFor: (before: StoredRecord) => WriteDocument },
): Promise<StoredRecord> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = await loadOwned(context, resource, id);
    requireFresh(context.request, before);
    const draft = await readInput(context, resource, { document: documentFor(before), before });
    await context.hooks[resource.type]?.prepare?.(draft, context);
    await refuseBroken(context, resource, draft);
    const { fields, writes } = draft;
    const saved = await save(context, resource, {
      before,
      fields,
      writes: [...writes, ...linkedChecks(context, draft)],
    });
    if (saved) return saved;
  }
  throw problem('table_throttled', 'Too many writers met at this record.');
}
