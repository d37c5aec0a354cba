/** Records as the client shows them, and the documents that the API sends and expects. */
import type { UnreadableRecord } from './errors.ts';
import type { Related } from './types.ts';

export interface Relationships {
  readonly [name: string]: {
    readonly type: string;
    readonly isMany: boolean;
    /** Largest pages of the related type; 0 if its lists have no pages. */
    readonly pageSize: number;
  };
}

interface Identifier {
  readonly type: string;
  readonly id: string;
}

type Linkage = Identifier | readonly Identifier[] | null;

interface ResourceObject extends Identifier {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: Linkage }>>;
  readonly meta?: unknown;
}

/** A response of the API. */
export interface Document<D = ResourceObject | readonly ResourceObject[] | null> {
  readonly data: D;
  readonly included?: readonly ResourceObject[];
  readonly meta?: {
    readonly page?: Readonly<Record<string, number>>;
    /** Records that a fault of the service keeps from being shown. */
    readonly unreadable?: readonly UnreadableRecord[];
  };
  readonly links?: { readonly next?: string | null };
}

export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** Relationships to resolve, with those of the related records. */
interface Included extends ReadonlyMap<string, Included> {}

/** @example pathsOf(['tracks.artists']) // tracks, and artists of the tracks */
function pathsOf(include: readonly string[]): Included {
  const names = new Set(include.map((path) => path.replace(/\..*$/s, '')));
  const below = (name: string) =>
    include.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
  return new Map([...names].map((name) => [name, pathsOf(below(name))]));
}

const keyOf = ({ type, id }: Identifier): string => `${type} ${id}`;

/** @returns what reads the records of a document. */
function readerOf({ data, included = [] }: Document) {
  const primary = [data].flat().filter((each) => each !== null);
  const records = new Map([...primary, ...included].map((each) => [keyOf(each), each]));
  const read = (record: ResourceObject, paths: Included): Item => {
    const related = Object.entries(record.relationships ?? {}).flatMap(([name, { data: linkage }]) =>
      linkage === undefined ? [] : [[name, linked(linkage, paths.get(name))] as const],
    );
    const { id, attributes, meta } = record;
    return { ...attributes, ...Object.fromEntries(related), ...(meta !== undefined && { meta }), id };
  };
  const linked = (linkage: Linkage, paths: Included | undefined): unknown => {
    const recordOf = (identifier: Identifier): Item | null => {
      if (!paths) return { id: identifier.id };
      const record = records.get(keyOf(identifier));
      return record ? read(record, paths) : null;
    };
    if (isOne(linkage)) return linkage && recordOf(linkage);
    return linkage.map(recordOf).filter((each) => each !== null);
  };
  return read;
}

const isOne = (linkage: Linkage): linkage is Identifier | null => !Array.isArray(linkage);

/** @returns the record; null if there is none. */
export function recordIn(document: Document<ResourceObject | null>, include: readonly string[] = []) {
  return document.data && readerOf(document)(document.data, pathsOf(include));
}

export function recordsIn(document: Document<readonly ResourceObject[]>, include: readonly string[] = []) {
  const read = readerOf(document);
  const paths = pathsOf(include);
  return document.data.map((each) => read(each, paths));
}

/** @returns the same linkage without types. */
export const referencesIn = ({ data }: Document<Linkage>) => {
  if (isOne(data)) return data && { id: data.id };
  return data.map(({ id }) => ({ id }));
};

const identifierOf = (type: string, related: Related): Identifier => ({
  type,
  id: typeof related === 'string' ? related : related.id,
});

export function linkageOf(type: string, related: Related | readonly Related[] | null): Linkage {
  if (related === null) return null;
  return isList(related) ? related.map((each) => identifierOf(type, each)) : identifierOf(type, related);
}

const isList = (related: Related | readonly Related[]): related is readonly Related[] =>
  Array.isArray(related);

/** @param fields attributes and relationships, as passed by the caller. */
export function resourceObject(
  type: string,
  fields: Readonly<Record<string, unknown>>,
  relationships: Relationships,
) {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  const attributes = present.filter(([name]) => !relationships[name]);
  const linked = present.flatMap(([name, value]) => {
    const relationship = relationships[name];
    if (!relationship) return [];
    const data = linkageOf(relationship.type, value as Related | readonly Related[] | null);
    return [[name, { data }] as const];
  });
  return {
    type,
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(linked.length > 0 && { relationships: Object.fromEntries(linked) }),
  };
}

/** @returns the records that a list could not show. */
export const unreadableIn = ({ meta }: Pick<Document, 'meta'>): readonly UnreadableRecord[] =>
  meta?.unreadable ?? [];

/** Lists spell the members of `meta.page` in two ways. Those without pages are one page. Some have more in `meta`. */
export function pageIn(document: Document<readonly ResourceObject[]>, include: readonly string[] = []) {
  const {
    meta,
    data: { length },
  } = document;
  const member = (kebab: string, camel: string, otherwise: number) =>
    meta?.page?.[kebab] ?? meta?.page?.[camel] ?? otherwise;
  const { page: _, ...more } = meta ?? {};
  return {
    data: recordsIn(document, include),
    ...(Object.keys(more).length > 0 && { meta: more }),
    page: {
      number: member('current-page', 'currentPage', 1),
      size: member('per-page', 'perPage', length),
      total: member('total', 'total', length),
      last: member('last-page', 'lastPage', 1),
    },
  };
}
