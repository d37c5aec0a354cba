/** PATCH /<type>/{id}. Reads, decides and saves, and starts over if the record has changed concurrently. */
import type { StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { readDocument, type WriteDocument } from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { decided } from '../../records/decided.ts';
import { Problems } from '../../values/problems.ts';
import { loadOwned } from '../read/load.ts';
import { awaitedWith, renderSingle, type SingleLinkage, singleLinkage } from '../read/render.ts';
import { decideDraft } from './decide.ts';
import type { RecordDraft } from './draft.ts';
import type { DecidingContext, WriteContext } from './hooks.ts';
import { requireFresh } from './if-match.ts';
import { isLinkTaken, type KnownLinks } from './through.ts';
import { writeDraft } from './write-draft.ts';

export async function update(context: WriteContext, resource: Resource, id: string): Promise<ApiResponse> {
  const shape = readQuery(context.request.query, resource, 'single');
  const { type, clientIds, relationships } = resource;
  const document = readDocument(context.request.body, { type, id, clientIds, relationships });
  const linkage = singleLinkage(context, { type, id }, shape);
  const changing = change(context, resource, { id, changeOf: () => ({ document }), shown: linkage });
  const { record, revealed, ignored } = await awaitedWith(linkage, changing);
  return renderSingle(context, { record, shape }, { revealed, ignored, linkage });
}

type Changed = { readonly record: StoredRecord } & Pick<RecordDraft, 'revealed' | 'ignored'>;

/** The requested change of a record. */
export interface RequestedChange {
  readonly document: WriteDocument;
  /** The links on which the document is based. */
  readonly links?: KnownLinks;
}

interface Changing {
  readonly id: string;
  /** Gets the record that is being read, for changes that depend on it and on what they read. */
  readonly changeOf: (
    record: Promise<StoredRecord>,
    context: DecidingContext,
  ) => RequestedChange | Promise<RequestedChange>;
  /** What the response also shows. If it cannot be read, nothing is written. */
  readonly shown?: Promise<SingleLinkage>;
}

/** Applies a change to the current record, despite concurrent writes. @throws Problems. */
export function change(
  unread: WriteContext,
  resource: Resource,
  { id, changeOf, shown }: Changing,
): Promise<Changed> {
  return decided(unread, async (context) => {
    const record = loadFresh(context, resource, id);
    const { document, links } = await changeOf(record, context);
    const draft = await decideDraft(context, resource, { document, updating: { id, record } });
    await shown;
    const written = await writeDraft(context, resource, { draft, base: links });
    const { outcome } = written;
    if (outcome.is === 'taken' && !outcome.values.some((taken) => isLinkTaken(resource, taken)))
      throw new Problems(outcome.problems);
    // Without a write, nothing checks that the links are those of the record that was read.
    const isSame = written.record.version === (await record).version;
    if (links && isSame && (await context.reads.haveChanged())) return 'again';
    const { revealed, ignored } = draft;
    return outcome.is === 'saved' ? { record: written.record, revealed, ignored } : 'again';
  });
}

/** @throws unknown_record (404), foreign_record (403) or stale_version (412). */
async function loadFresh(context: WriteContext, resource: Resource, id: string): Promise<StoredRecord> {
  const record = await loadOwned(context, resource, id);
  requireFresh(context.request, record);
  return record;
}
