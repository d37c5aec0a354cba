/** PATCH, POST and DELETE of /<type>/{id}/relationships/<relationship>: replaces, adds to, or takes from the linkage. */
import type { Relationship } from '../api/define/relationship.ts';
import type { Resource } from '../api/define/resource.ts';
import { problem } from '../domain/problems.ts';
import type { Response } from '../http/response.ts';
import { type Linkage, readLinkageDocument, type WriteDocument } from '../jsonapi/document.ts';
import { readQuery } from '../jsonapi/query.ts';
import { linkageOf } from '../jsonapi/resource-object.ts';
import type { Identifier } from '../jsonapi/types.ts';
import type { StoredRecord } from '../table/records.ts';
import type { Context } from './context.ts';
import { linkageAnswer, type Place } from './read.ts';
import { change } from './update.ts';

export type LinkageWrite = 'replace' | 'add' | 'take';

export async function writeLinkage(
  context: Context,
  resource: Resource,
  { at, how }: { at: Place; how: LinkageWrite },
): Promise<Response> {
  readQuery(context.request.query, resource, 'none');
  const relationship = Object.hasOwn(resource.relationships, at.name)
    ? resource.relationships[at.name]
    : undefined;
  if (!relationship) throw problem('unknown_path', `${resource.type} have no relationship ${at.name}.`);
  const sent = readLinkageDocument(context.request.body);
  refuseWrongKind(relationship, { at, how, sent });
  const documentFor = (before: StoredRecord): WriteDocument => {
    const now = [linkageOf(before, resource, at.name) ?? []].flat();
    const data = how === 'replace' ? sent : combined(now, [sent ?? []].flat(), how);
    return { attributes: {}, linkage: { [at.name]: data }, meta: {} };
  };
  const record = await change(context, resource, { id: at.id, documentFor });
  return linkageAnswer(context, resource, { record, name: at.name });
}

/** Adding what is there, or taking what is not, changes nothing (JSON:API 1.0, updating to-many relationships). */
function combined(
  now: readonly Identifier[],
  sent: readonly Identifier[],
  how: 'add' | 'take',
): Identifier[] {
  const named = new Set(sent.map(({ id }) => id));
  const others = now.filter(({ id }) => !named.has(id));
  return how === 'take' ? others : [...now, ...sent.filter(({ id }) => !now.some((each) => each.id === id))];
}

function refuseWrongKind(
  relationship: Relationship,
  { at, how, sent }: { at: Place; how: LinkageWrite; sent: Linkage },
): void {
  if (relationship.writable !== 'always') {
    throw problem('relationship_not_writable', `${at.name} cannot be written.`, { pointer: '/data' });
  }
  if (how !== 'replace' && !relationship.many) {
    throw problem('relationship_not_writable', `${at.name} is one record: replace it by PATCH.`, {
      pointer: '/data',
    });
  }
  const wrong = [sent ?? []].flat().find(({ type }) => type !== relationship.type);
  if (wrong)
    throw problem('type_conflict', `data.type must be ${relationship.type}.`, { pointer: '/data/type' });
}
