/** GET /<type>, /<type>/{id}, /<type>/{id}/<relationship> and /<type>/{id}/relationships/<relationship>. */
import { resourceOf } from '../../declare/api.ts';
import type { Stored, StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { recordUrl, relationshipLinks } from '../../jsonapi/links.ts';
import { type ReadQuery, readQuery } from '../../jsonapi/query.ts';
import { jsonapi } from '../../jsonapi/types.ts';
import type { Context } from '../context.ts';
import { relatedRecords } from './compound.ts';
import { findPage } from './find-page.ts';
import { lookUpLinkage, ownLinkage, relationshipOf } from './linkage.ts';
import type { Source } from './listing.ts';
import { loadOwned, unknownRecord } from './load.ts';
import { awaitedWith, renderList, renderSingle, singleLinkage } from './render.ts';
import { visible } from './views.ts';
import { withoutDamaged } from './without-damaged.ts';

export async function list(context: Context, resource: Resource): Promise<ApiResponse> {
  return listPage(context, resource, { query: readQuery(context.request.query, resource, 'list') });
}

/** @param source what to list. Defaults to everything the caller owns. */
export async function listPage(
  context: Context,
  resource: Resource,
  selection: { query: ReadQuery; source?: Source },
): Promise<ApiResponse> {
  return withoutDamaged(context, async (reading) => {
    const { records, total } = await findPage(reading, resource, selection);
    return renderList(reading, { resource, records, query: selection.query, total });
  });
}

export async function read(context: Context, resource: Resource, id: string): Promise<ApiResponse> {
  const shape = readQuery(context.request.query, resource, 'single');
  const linkage = singleLinkage(context, { type: resource.type, id }, shape);
  const record = await awaitedWith(linkage, loadVisible(context, resource, id));
  return renderSingle(context, { record, shape }, { linkage });
}

/** @throws unknown_record (404), also if the view hides the record. */
export async function loadVisible<D extends Resource>(
  context: Context,
  resource: D,
  id: string,
): Promise<Stored<D>> {
  const record = await loadOwned(context, resource, id);
  if ((await visible(context, resource, [record])).length > 0) return record;
  throw unknownRecord(resource);
}

/** Shows a related record or null, or a list with the filters, sorts and pages of its type. */
export async function readRelated(
  context: Context,
  resource: Resource,
  { id, relationship: name }: RelationshipPath,
): Promise<ApiResponse> {
  const relationship = relationshipOf(resource, name);
  const target = resourceOf(context.api, relationship.type);
  const query = readQuery(context.request.query, target, relationship.many ? 'list' : 'single');
  const record = await loadVisible(context, resource, id);
  if (relationship.many && !relationship.kept)
    return listPage(context, target, {
      query,
      source: { is: 'related', resource, id, name, counts: record.counts },
    });
  const related = await relatedRecords(context, record, name);
  if (relationship.many)
    return listPage(context, target, { query, source: { is: 'records', records: related } });
  return renderSingle(context, { record: related[0] ?? null, shape: query });
}

export async function readLinkage(
  context: Context,
  resource: Resource,
  { id, relationship: name }: RelationshipPath,
): Promise<ApiResponse> {
  readQuery(context.request.query, resource, 'none');
  relationshipOf(resource, name);
  const record = await loadVisible(context, resource, id);
  return renderLinkage(context, resource, { record, name });
}

export async function renderLinkage(
  context: Context,
  resource: Resource,
  { record, name }: { record: StoredRecord; name: string },
): Promise<ApiResponse> {
  const links = relationshipLinks(recordUrl(context.baseUrl, resource.type, record.id), name);
  const own = ownLinkage(context, record, name);
  const data =
    own === undefined
      ? (await lookUpLinkage(context, resource, { name, ids: [record.id] })).get(record.id)
      : own;
  return { status: 200, document: { jsonapi, data, links }, version: record.version };
}

/** The parts of a path such as /albums/17/tracks. */
export interface RelationshipPath {
  readonly id: string;
  readonly relationship: string;
}
