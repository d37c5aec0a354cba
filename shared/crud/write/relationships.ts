/** PATCH, POST and DELETE of /<type>/{id}/relationships/<relationship>: replaces, adds to, or takes from the linkage. */
import type { StoredRecord } from '../../api/define/fields.ts';
import type { Resource } from '../../api/define/resource.ts';
import { Problems, problem } from '../../domain/problems.ts';
import type { ApiResponse } from '../../http/response.ts';
import { pointerPart, readLinkageDocument, type WriteDocument } from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import type { Context } from '../context.ts';
import { lookUpLinkage, relationshipOf } from '../read/linkage.ts';
import { type Place, renderLinkage } from '../read/read.ts';
import { change } from './update.ts';

export type LinkageWrite = 'replace' | 'add' | 'remove';

export async function writeLinkage(
  context: Context,
  resource: Resource,
  { at, how }: { at: Place; how: LinkageWrite },
): Promise<ApiResponse> {
  readQuery(context.request.query, resource, 'none');
  const { type, kept } = relationshipOf(resource, at.name);
  const sent = readLinkageDocument(context.request.body);
  if ([sent ?? []].flat().some((each) => each.type !== type))
    throw problem('type_conflict', `data.type must be ${type}.`, { pointer: '/data' });
  const current = async ({ id, fields }: StoredRecord): Promise<Identifier[]> => {
    if (!kept) return (await lookUpLinkage(context, resource, { name: at.name, ids: [id] })).get(id) ?? [];
    // What is kept, not what is shown: linkage that a view hides must not get lost.
    return [fields[at.name] ?? []].flat().map((each) => ({ type, id: String(each) }));
  };
  const documentFor = async (before: StoredRecord): Promise<WriteDocument> => {
    const data =
      how === 'replace' || !Array.isArray(sent) ? sent : combined(await current(before), sent, how);
    return { attributes: {}, linkage: { [at.name]: data }, meta: {} };
  };
  const { record } = await change(context, resource, { id: at.id, documentFor }).catch((error: unknown) => {
    throw aboutLinkage(error, at.name);
  });
  return renderLinkage(context, resource, { record, name: at.name });
}

/** Adding what is there, or taking what is not, changes nothing (JSON:API 1.0, updating to-many relationships). */
function combined(
  now: readonly Identifier[],
  sent: readonly Identifier[],
  how: 'add' | 'remove',
): Identifier[] {
  const named = new Set(sent.map(({ id }) => id));
  const others = now.filter(({ id }) => !named.has(id));
  return how === 'remove'
    ? others
    : [...now, ...sent.filter(({ id }) => !now.some((each) => each.id === id))];
}

/** The request's document is the linkage itself: what is wrong with the relationship is wrong with its `data`. */
function aboutLinkage(error: unknown, name: string): unknown {
  if (!(error instanceof Problems)) return error;
  const whole = `/data/relationships/${pointerPart(name)}`;
  const problems = error.problems.map((each) =>
    each.pointer === whole ? { ...each, pointer: '/data' } : each,
  );
  return new Problems(problems);
}
