/** PATCH, POST and DELETE /<type>/{id}/relationships/<relationship>: replaces, adds or removes linkage. */
import type { StoredRecord } from '../../declare/fields.ts';
import { throughOf } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { documentOf, pointerPart, readLinkageDocument } from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import { linkedIds } from '../../records/counts.ts';
import { Problems, problem } from '../../values/problems.ts';
import { relationshipOf } from '../read/linkage.ts';
import { type RelationshipPath, renderLinkage } from '../read/read.ts';
import type { DecidingContext, WriteContext } from './hooks.ts';
import { linksOf } from './through.ts';
import { change, type RequestedChange } from './update.ts';

interface LinkageWrite extends RelationshipPath {
  readonly does: 'replace-linkage' | 'add-linkage' | 'remove-linkage';
}

export async function writeLinkage(
  context: WriteContext,
  resource: Resource,
  { id, relationship: name, does }: LinkageWrite,
): Promise<ApiResponse> {
  readQuery(context.request.query, resource, 'none');
  const relationship = relationshipOf(resource, name);
  const { type } = relationship;
  const through = throughOf(relationship);
  const sent = readLinkageDocument(context.request.body);
  if ([sent ?? []].flat().some((each) => each.type !== type))
    throw problem('type_conflict', `data.type must be ${type}.`, { pointer: '/data' });
  const changeOf = async (
    record: Promise<StoredRecord>,
    deciding: DecidingContext,
  ): Promise<RequestedChange> => {
    if (does === 'replace-linkage' || !Array.isArray(sent))
      return { document: documentOf({}, { [name]: sent }) };
    const before = await record;
    const links = through ? await linksOf(deciding, through, before) : undefined;
    // Use stored linkage, so that linkage hidden by a view is not lost.
    const ids = through && links ? links.map((each) => each.ids[through.far]) : linkedIds(before, name);
    const now = ids.map((id) => ({ type, id: String(id) }));
    const after = combined(now, sent, does);
    const emptied = relationship.many && does === 'remove-linkage' ? relationship.emptyMeansAll : null;
    if (emptied && now.length > 0 && after.length === 0)
      throw problem(emptied.code, emptied.detail, { pointer: '/data' });
    const document = documentOf({}, { [name]: after });
    return { document, ...(links && { links: new Map([[name, links]]) }) };
  };
  const { record } = await change(context, resource, { id, changeOf }).catch((error: unknown) => {
    throw aboutLinkage(error, name);
  });
  return renderLinkage(context, resource, { record, name });
}

/** Adding a present member or removing an absent one has no effect (JSON:API 1.0). */
function combined(
  now: readonly Identifier[],
  sent: readonly Identifier[],
  does: 'add-linkage' | 'remove-linkage',
): Identifier[] {
  const sentIds = new Set(sent.map(({ id }) => id));
  const others = now.filter(({ id }) => !sentIds.has(id));
  return does === 'remove-linkage'
    ? others
    : [...now, ...sent.filter(({ id }) => !now.some((each) => each.id === id))];
}

/** Moves problems of the relationship to `data`, because the document contains only its linkage. */
function aboutLinkage(error: unknown, name: string): unknown {
  if (!(error instanceof Problems)) return error;
  const whole = `/data/relationships/${pointerPart(name)}`;
  const problems = error.problems.map((each) =>
    each.pointer === whole ? { ...each, pointer: '/data' } : each,
  );
  return new Problems(problems);
}
