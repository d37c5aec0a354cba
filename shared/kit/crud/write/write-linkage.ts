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
import { type RelationshipName, renderLinkage } from '../read/read.ts';
import type { WriteContext } from './hooks.ts';
import { linksOf } from './through.ts';
import { change, type RequestedChange } from './update.ts';

export type LinkageWrite = 'replace' | 'add' | 'remove';

export async function writeLinkage(
  context: WriteContext,
  resource: Resource,
  { at, how }: { at: RelationshipName; how: LinkageWrite },
): Promise<ApiResponse> {
  readQuery(context.request.query, resource, 'none');
  const relationship = relationshipOf(resource, at.name);
  const { type } = relationship;
  const through = throughOf(relationship);
  const sent = readLinkageDocument(context.request.body);
  if ([sent ?? []].flat().some((each) => each.type !== type))
    throw problem('type_conflict', `data.type must be ${type}.`, { pointer: '/data' });
  const ask = async (record: Promise<StoredRecord>): Promise<RequestedChange> => {
    if (how === 'replace' || !Array.isArray(sent)) return { document: documentOf({}, { [at.name]: sent }) };
    const before = await record;
    const links = through ? await linksOf(context, through, before) : undefined;
    // Use stored linkage, so that linkage hidden by a view is not lost.
    const ids = through && links ? links.map((each) => each.ids[through.far]) : linkedIds(before, at.name);
    const now = ids.map((id) => ({ type, id: String(id) }));
    const document = documentOf({}, { [at.name]: combined(now, sent, how) });
    return { document, ...(links && { links: new Map([[at.name, links]]) }) };
  };
  const { record } = await change(context, resource, { id: at.id, ask }).catch((error: unknown) => {
    throw aboutLinkage(error, at.name);
  });
  return renderLinkage(context, resource, { record, name: at.name });
}

/** Adding a present member or removing an absent one has no effect (JSON:API 1.0). */
function combined(
  now: readonly Identifier[],
  sent: readonly Identifier[],
  how: 'add' | 'remove',
): Identifier[] {
  const sentIds = new Set(sent.map(({ id }) => id));
  const others = now.filter(({ id }) => !sentIds.has(id));
  return how === 'remove'
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
