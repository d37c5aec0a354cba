/** PATCH /<type>/{id}. Loads, decides and saves, and starts over if the record has changed concurrently. */
import { isDeepStrictEqual } from 'node:util';
import type { ShownRecord, StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { readDocument, type WriteDocument } from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { changed, retried, save } from '../../records/store.ts';
import type { Write } from '../../table/write.ts';
import { Problems } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { loadOwned } from '../read/load.ts';
import { awaitedWith, renderSingle, singleLinkage } from '../read/render.ts';
import { completed } from '../read/views.ts';
import { allowsDuplicates, type RecordDraft } from './draft.ts';
import type { WriteContext } from './hooks.ts';
import { requireFresh } from './if-match.ts';
import { prepare } from './prepare.ts';
import { readInput } from './read-input.ts';
import { rejectBroken } from './reject-draft.ts';
import { aboutThrough, isLinkTaken, type KnownLinks, throughChanges } from './through.ts';
import { withSteps } from './with-steps.ts';

export async function update(context: WriteContext, resource: Resource, id: string): Promise<ApiResponse> {
  const shape = readQuery(context.request.query, resource, 'single');
  const { type, clientIds } = resource;
  const document = readDocument(context.request.body, { type, id, clientIds });
  const linkage = singleLinkage(context, { type, id }, shape);
  const changing = change(context, resource, { id, ask: () => ({ document }) });
  const { record, revealed, ignored } = await awaitedWith(linkage, changing);
  return renderSingle(context, { record, shape }, { revealed, ignored, linkage });
}

type Changed = { readonly record: StoredRecord } & Pick<RecordDraft, 'revealed' | 'ignored'>;

/** The requested change of a record. */
export interface Asked {
  readonly document: WriteDocument;
  /** The links on which the document is based. */
  readonly links?: KnownLinks;
}

/** Applies a change to the current record, despite concurrent writes. @throws Problems. */
export function change(
  context: WriteContext,
  resource: Resource,
  { id, ask }: { id: string; ask: (before: StoredRecord) => Asked | Promise<Asked> },
): Promise<Changed> {
  return retried(async () => {
    const before = await loadOwned(context, resource, id);
    requireFresh(context.request, before);
    const { document, links: known } = await ask(before);
    const draft = await readInput(context, resource, { document, before });
    await prepare(context, resource, draft);
    await rejectBroken(context, resource, draft);
    const { fields, changes, writes, steps, revealed, ignored } = draft;
    const record = changed(context, resource, { before, fields });
    const links = await throughChanges(context, resource, { draft, record, known });
    const sharing = allowsDuplicates(resource, draft);
    const all = [{ resource, before, after: record, sharing }, ...changes, ...links];
    const isUnchanged = all.length === 1 && writes.every(isCheck) && (await isSame(context, resource, draft));
    const saving = async () => (isUnchanged ? SAVED : save(context, all, writes));
    const outcome = await withSteps(steps, saving).catch((error: unknown) => {
      throw aboutThrough(resource, draft, error);
    });
    if (outcome.is === 'taken' && !outcome.values.some((taken) => isLinkTaken(resource, taken)))
      throw new Problems(outcome.problems);
    return outcome.is === 'saved'
      ? { record: isUnchanged ? { ...before, fields } : record, revealed, ignored }
      : 'again';
  });
}

const SAVED = { is: 'saved' } as const;

const isCheck = (write: Write): boolean => 'check' in write;

/** @returns whether a draft has the values of the record. Reads values with separate rows if the others are equal. */
async function isSame(context: Context, resource: Resource, draft: RecordDraft): Promise<boolean> {
  const { before, fields } = draft;
  if (!before) return false;
  const isOther = (shown: ShownRecord) => (name: string) =>
    !isDeepStrictEqual(fields[name], shown.fields[name]);
  const others = Object.keys(fields).filter(isOther(before));
  if (others.some((name) => name in before.fields)) return false;
  const asked = { fields: new Map([[resource.type, new Set(others)]]), isSingle: true };
  const [whole = before] = await completed(context, resource, { records: [before], ...asked });
  return !others.some(isOther(whole));
}
