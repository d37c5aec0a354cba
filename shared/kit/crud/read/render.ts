/** Renders records as a JSON:API document, with their views and includes. */
import { resourceOf } from '../../declare/api.ts';
import type { ShownRecord, StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { recordUrl, requestUrl, typeUrl } from '../../jsonapi/links.ts';
import { type Page, pageLinks, pageMeta } from '../../jsonapi/page.ts';
import type { ReadQuery } from '../../jsonapi/query.ts';
import { resourceObject } from '../../jsonapi/resource-object.ts';
import { type Document, type Identifier, jsonapi, type ResourceObject } from '../../jsonapi/types.ts';
import type { Json } from '../../table/item.ts';
import { isProblem } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { type Compound, compound, type PrimaryData } from './compound.ts';
import { lookUpLinkage, ownLinkage } from './linkage.ts';
import type { Shape } from './response-limits.ts';

export const plainShape: Shape = { include: [], fields: new Map() };

export interface SingleOptions {
  readonly status?: number;
  /** Adds a Location header with the record's URL. */
  readonly located?: boolean;
  /** Values of attributes shown only in this response. */
  readonly revealed?: Readonly<Record<string, Json>>;
  /** Members of the request that were ignored although the type has them. */
  readonly ignored?: ApiResponse['ignored'];
  /** From `singleLinkage`, begun while the record was read or written. */
  readonly linkage?: Promise<SingleLinkage>;
}

/** @param record null for an empty to-one relationship. */
export async function renderSingle(
  context: Context,
  { record, shape }: { record: ShownRecord | StoredRecord | null; shape: Shape },
  { status = 200, located = false, revealed = {}, ignored = [], linkage }: SingleOptions = {},
): Promise<ApiResponse> {
  const records = record ? [record] : [];
  const single = linkage ?? (record ? singleLinkage(context, record, shape) : undefined);
  const options = { records, shape, isSingle: true, revealed, ...(single && { single }) };
  const document = await documentOf(context, options);
  const [data = null] = document.data;
  const links = { self: selfOf(context, record) };
  return {
    status,
    document: { ...document, data, links },
    ...(record && 'version' in record && { version: record.version }),
    ...(record && located && { headers: { Location: recordUrl(context.baseUrl, record.type, record.id) } }),
    ...(ignored.length > 0 && { ignored }),
    secrets: Object.keys(revealed),
  };
}

/** Reads link to their own URL, writes to that of the record. */
function selfOf({ request, baseUrl }: Context, record: ShownRecord | null): string {
  return isRead(request) || !record
    ? requestUrl({ ...request, baseUrl })
    : recordUrl(baseUrl, record.type, record.id);
}

const isRead = ({ method }: Context['request']): boolean => method === 'GET' || method === 'HEAD';

export interface ListOptions {
  readonly resource: Resource;
  readonly records: readonly ShownRecord[];
  readonly query: ReadQuery;
  readonly total: number;
  /** Further members of the top-level `meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export async function renderList(context: Context, options: ListOptions): Promise<ApiResponse> {
  const { resource, records, query, total, meta: more } = options;
  const document = await documentOf(context, { records, shape: query, isSingle: false, revealed: {} });
  const page: Page = { ...query.page, total };
  const meta = pageMeta(page, resource.pageMeta);
  const address = { ...context.request, baseUrl: context.baseUrl };
  const links = {
    self: requestUrl(address),
    ...(meta && pageLinks(page, (number) => requestUrl(address, { 'page[number]': String(number) }))),
  };
  return { status: 200, document: { ...document, ...(meta && { meta: { page: meta, ...more } }), links } };
}

/** Renders several created records without pages. */
export async function renderMany(
  context: Context,
  resource: Resource,
  { records, status }: { records: readonly ShownRecord[]; status: number },
): Promise<ApiResponse> {
  const document = await documentOf(context, { records, shape: plainShape, isSingle: false, revealed: {} });
  return { status, document: { ...document, links: { self: typeUrl(context.baseUrl, resource.type) } } };
}

interface DocumentOptions extends PrimaryData {
  readonly revealed: Readonly<Record<string, Json>>;
  readonly single?: Promise<SingleLinkage>;
}

async function documentOf(
  context: Context,
  { records, shape, isSingle, revealed, single: looking }: DocumentOptions,
): Promise<Document & { data: ResourceObject[] }> {
  const compounding = compoundOf(context, { records, shape, isSingle });
  const [{ primary, included, linkage }, single] = await Promise.all([compounding, looking]);
  const object = (record: ShownRecord, about: Pick<DocumentOptions, 'isSingle' | 'revealed'>) => {
    const lookedUp = { ...(record === primary[0] && single), ...linkage.get(record) };
    return resourceObject(record, resourceOf(context.api, record.type), {
      baseUrl: context.baseUrl,
      fields: shape.fields,
      linkageOf: (name) => {
        const own = ownLinkage(context, record, name);
        return own === undefined ? lookedUp[name] : own;
      },
      ...about,
    });
  };
  return {
    jsonapi,
    data: primary.map((record) => object(record, { isSingle, revealed })),
    ...(included && {
      included: included.map((record) => object(record, { isSingle: false, revealed: {} })),
    }),
  };
}

type RenderedCompound = Omit<Compound, 'included'> & { readonly included: Compound['included'] | undefined };

/** What makes the response of a write lack the included records, because the write has been made. */
const UNREADABLE = ['response_too_large', 'list_in_preparation', 'search_too_large'] as const;

/** If the included records are too many for the response of a write, or cannot be found, they are omitted. */
async function compoundOf(
  context: Context,
  { records, shape, isSingle }: PrimaryData,
): Promise<RenderedCompound> {
  const isAsked = shape.include.length > 0;
  try {
    const all = await compound(context, { records, shape, isSingle });
    return { ...all, included: isAsked ? all.included : undefined };
  } catch (error) {
    const isOmitted = !isRead(context.request) && UNREADABLE.some((code) => isProblem(error, code));
    if (!isOmitted || !isAsked) throw error;
    const plain = await compound(context, { records, shape: { ...shape, include: [] }, isSingle });
    return { ...plain, included: undefined };
  }
}

export type SingleLinkage = Readonly<Record<string, readonly Identifier[]>>;

/**
 * Linkage that the specification shows on single records even if it is not included. Writes of the record do
 * not change it (check-declarations.ts), so it can be looked up before them.
 */
export function singleLinkage(
  context: Context,
  { type, id }: Identifier,
  { include }: Shape,
): Promise<SingleLinkage> {
  const resource = resourceOf(context.api, type);
  const isAsked = (name: string) => !include.some(([step]) => step === name) && resource.idPattern.test(id);
  const looking = singleNames(resource)
    .filter(isAsked)
    .map(async (name) => {
      const linkage = await lookUpLinkage(context, resource, { name, ids: [id] });
      return [name, linkage.get(id) ?? []] as const;
    });
  return Promise.all(looking).then((entries) => Object.fromEntries(entries));
}

/** Waits for the linkage even if the record is rejected, so that no call is under way after the response. */
export const awaitedWith = <T>(linkage: Promise<SingleLinkage>, work: Promise<T>): Promise<T> => {
  const looking = Promise.allSettled([linkage]);
  return work.finally(() => looking);
};

/** Nothing links to a new record. */
export const noLinkage = async (resource: Resource): Promise<SingleLinkage> =>
  Object.fromEntries(singleNames(resource).map((name) => [name, []]));

const singleNames = ({ relationships }: Resource): string[] =>
  Object.entries(relationships).flatMap(([name, each]) =>
    each.many && each.linkage === 'single' ? [name] : [],
  );
