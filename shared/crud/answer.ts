/** Records as an answer: presented, with what they include, as a JSON:API document. */
import { resourceOf } from '../api/define/api.ts';
import type { Resource } from '../api/define/resource.ts';
import type { Response } from '../http/response.ts';
import { recordUrl, requestUrl } from '../jsonapi/links.ts';
import { type Page, pageLinks, pageMeta } from '../jsonapi/page.ts';
import type { ReadQuery } from '../jsonapi/query.ts';
import { type PresentedRecord, resourceObject } from '../jsonapi/resource-object.ts';
import { type Document, type Identifier, jsonapi, type ResourceObject } from '../jsonapi/types.ts';
import type { StoredRecord } from '../table/records.ts';
import { compound } from './compound.ts';
import type { Context } from './context.ts';
import { linkedEntries } from './load.ts';

/** What of a query shapes the document, beside which records it is about. */
export type Shape = Pick<ReadQuery, 'include' | 'fields'>;

export const plainShape: Shape = { include: [], fields: new Map() };

export interface SingleOptions {
  readonly status?: number;
  /** The address of the record in a Location header. */
  readonly located?: boolean;
  /** Show the attributes that are shown once: this request made them. */
  readonly revealing?: boolean;
}

/** One record, or null behind an empty to-one relationship. */
export async function singleAnswer(
  context: Context,
  { record, shape }: { record: StoredRecord | null; shape: Shape },
  { status = 200, located = false, revealing = false }: SingleOptions = {},
): Promise<Response> {
  const document = await documentOf(context, {
    records: record ? [record] : [],
    shape,
    isSingle: true,
    revealing,
  });
  const [data = null] = document.data;
  const links = { self: selfOf(context, record) };
  return {
    status,
    document: { ...document, data, links },
    ...(record && { version: record.version }),
    ...(record && located && { headers: { Location: recordUrl(context.baseUrl, record.type, record.id) } }),
    ...(record && revealing && { secrets: secretsOf(resourceOf(context.api, record.type)) }),
  };
}

/** A read can be repeated at its own address; what a write answers with is read at the record's. */
function selfOf({ request, baseUrl }: Context, record: StoredRecord | null): string {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead || !record ? requestUrl({ ...request, baseUrl }) : recordUrl(baseUrl, record.type, record.id);
}

export interface ListOptions {
  readonly resource: Resource;
  readonly records: readonly StoredRecord[];
  readonly query: ReadQuery;
  readonly total: number;
}

/** One page of a list. */
export async function listAnswer(context: Context, options: ListOptions): Promise<Response> {
  const { resource, records, query, total } = options;
  const document = await documentOf(context, { records, shape: query, isSingle: false, revealing: false });
  const page: Page = { ...query.page, total };
  const meta = pageMeta(page, resource.pageMeta);
  const address = { ...context.request, baseUrl: context.baseUrl };
  const links = {
    self: requestUrl(address),
    ...(meta && pageLinks(page, (number) => requestUrl(address, { 'page[number]': String(number) }))),
  };
  return { status: 200, document: { ...document, ...(meta && { meta: { page: meta } }), links } };
}

interface DocumentOptions {
  readonly records: readonly StoredRecord[];
  readonly shape: Shape;
  readonly isSingle: boolean;
  readonly revealing: boolean;
}

async function documentOf(
  context: Context,
  { records, shape, isSingle, revealing }: DocumentOptions,
): Promise<Document & { data: ResourceObject[] }> {
  const [first] = records;
  const present = first && context.hooks[first.type]?.present;
  const primary: readonly PresentedRecord[] = present ? await present(records, context, revealing) : records;
  const { included, linkage } = await compound(context, primary, shape.include);
  const single = isSingle ? await singleLinkage(context, primary, shape) : new Map();
  const object = (record: PresentedRecord) =>
    resourceObject(record, resourceOf(context.api, record.type), {
      baseUrl: context.baseUrl,
      fields: shape.fields,
      linkage: { ...single.get(record), ...linkage.get(record) },
      revealing,
    });
  return {
    jsonapi,
    data: primary.map(object),
    ...(shape.include.length > 0 && { included: included.map(object) }),
  };
}

/** Linkage that the specification shows on a single record although nobody asked to include it. */
async function singleLinkage(
  context: Context,
  records: readonly StoredRecord[],
  { include }: Shape,
): Promise<Map<StoredRecord, Record<string, readonly Identifier[]>>> {
  const found = new Map<StoredRecord, Record<string, readonly Identifier[]>>();
  for (const record of records) {
    const linkage: Record<string, readonly Identifier[]> = {};
    for (const [name, relationship] of Object.entries(resourceOf(context.api, record.type).relationships)) {
      if (!relationship.many || !relationship.inverse || relationship.linkage !== 'single') continue;
      if (include.some(([step]) => step === name)) continue;
      const target = resourceOf(context.api, relationship.type);
      const entries = await linkedEntries(context, target, { name: relationship.inverse, id: record.id });
      linkage[name] = entries.map(({ type, id }) => ({ type, id }));
    }
    found.set(record, linkage);
  }
  return found;
}

const secretsOf = ({ attributes }: Resource): string[] =>
  Object.entries(attributes).flatMap(([name, { readable }]) => (readable === 'once' ? [name] : []));
