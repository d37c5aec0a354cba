/** GET /<type>/{id}, /<type>/{id}/<relationship> and /<type>/{id}/relationships/<relationship>. */
import { resourceOf } from '../api/define/api.ts';
import type { Relationship } from '../api/define/relationship.ts';
import type { Resource } from '../api/define/resource.ts';
import { problem } from '../domain/problems.ts';
import type { Response } from '../http/response.ts';
import { recordUrl, relationshipLinks } from '../jsonapi/links.ts';
import { readQuery } from '../jsonapi/query.ts';
import { linkageOf } from '../jsonapi/resource-object.ts';
import { jsonapi } from '../jsonapi/types.ts';
import { singleAnswer } from './answer.ts';
import { relatedRecords } from './compound.ts';
import type { Context } from './context.ts';
import { listOf } from './list.ts';
import { linkedEntries, loadOwned } from './load.ts';

export async function read(context: Context, resource: Resource, id: string): Promise<Response> {
  const shape = readQuery(context.request.query, resource, 'single');
  const record = await loadOwned(context, resource, id);
  const narrow = context.hooks[resource.type]?.narrow;
  if (narrow && (await narrow([record], context)).length === 0) return unknownRecord(resource);
  return singleAnswer(context, { record, shape });
}

/** The records at the other end: one or null, or a list that filters, sorts and pages like any other of its type. */
export async function readRelated(context: Context, resource: Resource, at: Place): Promise<Response> {
  const relationship = relationshipOf(resource, at.name);
  const target = resourceOf(context.api, relationship.type);
  const query = readQuery(context.request.query, target, relationship.many ? 'list' : 'single');
  const record = await loadOwned(context, resource, at.id);
  if (relationship.many && relationship.inverse) {
    const entries = await linkedEntries(context, target, { name: relationship.inverse, id: record.id });
    return listOf(context, { resource: target, query, entries });
  }
  const related = await relatedRecords(context, record, at.name);
  if (relationship.many) return listOf(context, { resource: target, query, entries: related });
  return singleAnswer(context, { record: related[0] ?? null, shape: query });
}

/** The linkage alone. */
export async function readLinkage(context: Context, resource: Resource, at: Place): Promise<Response> {
  readQuery(context.request.query, resource, 'none');
  const record = await loadOwned(context, resource, at.id);
  return linkageAnswer(context, resource, { record, name: at.name });
}

export async function linkageAnswer(
  context: Context,
  resource: Resource,
  { record, name }: { record: { id: string } & Parameters<typeof linkageOf>[0]; name: string },
): Promise<Response> {
  const relationship = relationshipOf(resource, name);
  const links = relationshipLinks(recordUrl(context.baseUrl, resource.type, record.id), name);
  const inverse = relationship.many ? relationship.inverse : null;
  const data = inverse
    ? (
        await linkedEntries(context, resourceOf(context.api, relationship.type), {
          name: inverse,
          id: record.id,
        })
      ).map(({ type, id }) => ({ type, id }))
    : linkageOf(record, resource, name);
  return { status: 200, document: { jsonapi, data, links }, version: record.version };
}

export interface Place {
  readonly id: string;
  /** The relationship. */
  readonly name: string;
}

export function relationshipOf(resource: Resource, name: string): Relationship {
  const relationship = Object.hasOwn(resource.relationships, name) ? resource.relationships[name] : undefined;
  if (!relationship) throw problem('unknown_path', `${resource.type} have no relationship ${name}.`);
  return relationship;
}

const unknownRecord = ({ type }: Resource): never => {
  throw problem('unknown_record', `There is no record of ${type} with this id.`);
};
