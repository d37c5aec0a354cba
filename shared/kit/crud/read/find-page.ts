/** Finds, filters and sorts the records of a list, and reads one page. */
import { keyRowOf, resourceOf } from '../../declare/api.ts';
import type { Entry, ShownRecord } from '../../declare/fields.ts';
import { listOf } from '../../declare/filter.ts';
import { throughOf } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import { sliceOf } from '../../jsonapi/page.ts';
import type { AskedFilter, ReadQuery } from '../../jsonapi/query.ts';
import { comparator } from '../../lists/compare.ts';
import { inOrder } from '../../lists/list-memory.ts';
import { countIn } from '../../records/counts.ts';
import { counterName } from '../../records/links.ts';
import type { Context } from '../context.ts';
import { foresee } from './includes.ts';
import { type LinkedFrom, withLinkFields } from './link-fields.ts';
import { lookUpLinkage } from './linkage.ts';
import { entriesLinkingTo, type LinkLookup, linkLookup } from './linking.ts';
import { loadMany, ownedEntries, wholeRecords } from './load.ts';
import { isRead, searched } from './search.ts';
import { sourceOf } from './source-of.ts';
import { visible } from './views.ts';

/** What to list: all records of the owner, the related records of one record, or given records. */
export type Source =
  | { readonly is: 'owned' }
  | {
      readonly is: 'related';
      readonly resource: Resource;
      readonly id: string;
      readonly name: string;
      readonly counts: ShownRecord['counts'];
    }
  | { readonly is: 'known'; readonly records: readonly ShownRecord[] };

export interface ListPage {
  readonly records: readonly ShownRecord[];
  readonly total: number;
}

/**
 * Filters and sorts index entries in memory, then reads the records of the page.
 * @param asked.source what to list. Defaults to everything the caller owns.
 */
export async function findPage(
  request: Context,
  resource: Resource,
  { query: asked, source = { is: 'owned' } }: { query: ReadQuery; source?: Source },
): Promise<ListPage> {
  const context = { ...request, linksTo: linkLookup(request) };
  const filters = await Promise.all(asked.filters.map((each) => withoutVia(context, resource, each)));
  const query = { ...asked, filters };
  const linked = linkedFrom(context, resource, { query, source });
  const found = await candidatesOf(context, resource, { query, source, linked });
  const candidates = await withLinkFields(context, { entries: found, query, linked });
  const { listedBy } = resource;
  const listed =
    listedBy && source.is === 'owned'
      ? candidates.filter(({ fields }) => Boolean(fields[listedBy]))
      : candidates;
  const seen = await visible(context, resource, listed);
  const narrowed = await linkedToAll(context, resource, { entries: seen, filters: query.filters });
  const counted = await countedIds(context, resource, query.filters);
  const slim = narrowed.filter(passes(context, resource, { filters: query.filters, counted }));
  const matching = await searched(context, resource, { entries: slim, filters: query.filters });
  const sorted = query.sort.length > 0 ? inOrder(matching, query.sort) : matching;
  const page = resource.pageMeta === 'none' ? sorted : sliceOf(sorted, query.page);
  foresee(context, page, query);
  const records = page.every(isRead) ? page : await wholeRecords(context, resource, page);
  return { records, total: countedTotal(context, resource, { query, source }) ?? matching.length };
}

/** The context of a list request, with cached link lookups. */
interface Listing extends Context {
  readonly linksTo: LinkLookup;
}

type Asked = { readonly query: ReadQuery; readonly source: Source };

/** Replaces a filter via another type by a filter on its ids, such as an album by the album's tracks. */
async function withoutVia(context: Listing, resource: Resource, asked: AskedFilter): Promise<AskedFilter> {
  const { via, ...filter } = asked.filter;
  if (via === undefined) return asked;
  const target = resourceOf(context.api, resource.relationships[filter.field]?.type ?? '');
  const ids = await idsByLink(context, target, { ...asked, filter: { ...filter, field: via } });
  const named = (value: unknown) => ids.has(String(value));
  return { ...asked, filter, value: [...ids].join(), test: named };
}

/** @returns the links by which the list is selected, if it is selected through a link type. */
function linkedFrom(context: Context, resource: Resource, { query, source }: Asked): LinkedFrom | undefined {
  if (source.is === 'related') {
    const through = throughOf(source.resource.relationships[source.name]);
    return through ? { through, from: through.near, to: through.far, ids: [source.id] } : undefined;
  }
  const asked = query.filters.find(
    ({ filter }) => filter.from === 'links' && throughOf(resource.relationships[filter.field]),
  );
  return asked && namedBy(context, resource, asked);
}

/** @returns the links selected by a filter through a link type. */
function namedBy(context: Context, resource: Resource, asked: AskedFilter): LinkedFrom | undefined {
  const through = throughOf(resource.relationships[asked.filter.field]);
  const ids = namedIds(context, resource, asked);
  return through ? { through, from: through.far, to: through.near, ids } : undefined;
}

async function idsThrough(context: Listing, { through, from, to, ids }: LinkedFrom): Promise<Set<string>> {
  const linking = await context.linksTo(resourceOf(context.api, through.type), from, ids);
  return new Set([...linking.values()].flat().flatMap((each) => each.ids[to] ?? []));
}

/** A filter on a link reads only linked records. Otherwise, all records of the owner are candidates. */
async function candidatesOf(
  context: Listing,
  resource: Resource,
  { query, source, linked }: Asked & { readonly linked: LinkedFrom | undefined },
): Promise<readonly Entry[]> {
  if (source.is === 'known') return source.records;
  if (source.is === 'related') {
    if (!linked) return relatedEntries(context, resource, { query, source });
    return entriesOf(context, resource, { query, linked, ids: [...(await idsThrough(context, linked))] });
  }
  const asked = narrowest(query.filters.filter(({ filter }) => filter.from === 'links'));
  if (!asked) return ownedEntries(context, resource);
  return entriesByLink(context, resource, { query, linked, asked });
}

/** @returns the filter with the fewest ids. */
const narrowest = (filters: readonly AskedFilter[]): AskedFilter | undefined =>
  filters.toSorted((left, right) => listOf(left.value).length - listOf(right.value).length)[0];

/** @returns the count of related records, if the first pages of their index are the first pages of the list. */
function countedTotal(context: Context, resource: Resource, { query, source }: Asked): number | undefined {
  const relationship = source.is === 'related' ? source.resource.relationships[source.name] : undefined;
  if (source.is !== 'related' || !relationship?.many || relationship.inverse === null) return undefined;
  const isOrdered = query.filters.length === 0 && query.sort.length === 0 && resource.pageMeta !== 'none';
  const isHidden = context.api.views[resource.type]?.visible !== undefined;
  const isIndexed = linkOf(context, resource, relationship.inverse)?.max === undefined;
  if (!isOrdered || isHidden || !isIndexed || sourceOf(context, resource)) return undefined;
  return source.counts?.[counterName(resource.type, relationship.inverse)];
}

/** Entries related without a link type. */
async function relatedEntries(
  context: Context,
  resource: Resource,
  { query, source }: Asked & { readonly source: Extract<Source, { is: 'related' }> },
): Promise<readonly Entry[]> {
  const { resource: from, id, name } = source;
  const relationship = from.relationships[name];
  const inverse = relationship?.many ? relationship.inverse : null;
  const isBounded = inverse !== null && linkOf(context, resource, inverse)?.max !== undefined;
  const total = countedTotal(context, resource, { query, source });
  const limit = total && Math.min(total, query.page.number * query.page.size);
  const bound = limit ? { limit } : {};
  if (inverse && !isBounded)
    return entriesLinkingTo(context, resource, { near: inverse, ids: [id], ...bound });
  const identifiers = (await lookUpLinkage(context, from, { name, ids: [id] })).get(id) ?? [];
  const ids = identifiers.map((each) => each.id);
  return entriesOf(context, resource, { query, linked: undefined, ids });
}

interface ByIds {
  readonly query: Pick<ReadQuery, 'filters' | 'sort'>;
  readonly linked: LinkedFrom | undefined;
  readonly ids: readonly string[];
  /** Fields that all of them have. */
  readonly fields?: Entry['fields'];
}

async function entriesOf(context: Context, resource: Resource, byIds: ByIds): Promise<readonly Entry[]> {
  const bare = bareEntries(context, resource, byIds);
  if (bare) return bare;
  const records = await loadMany(context, resource, byIds.ids);
  return byIds.ids.flatMap((id) => records.get(id) ?? []);
}

/** @returns entries without a read, or undefined if filters, sorts or views need fields that the links lack. */
function bareEntries(
  context: Context,
  resource: Resource,
  { query: { filters, sort }, linked, ids, fields = {} }: ByIds,
): Entry[] | undefined {
  // Entries of a covering index are rendered without reading the records.
  const isShown = resource.owner === 'platform' || keyRowOf(context.api, resource).covering === true;
  const place = linked?.through.place ?? [];
  const needed = [...filters.map(({ filter }) => filter.field), ...sort.map(({ field }) => field)];
  const isBare =
    !isShown && needed.every((field) => place.includes(field)) && !context.api.views[resource.type]?.visible;
  return isBare ? ids.map((id) => ({ type: resource.type, id, ownerId: '', fields })) : undefined;
}

async function entriesByLink(
  context: Listing,
  resource: Resource,
  { query, linked, asked }: Pick<ByIds, 'query' | 'linked'> & { readonly asked: AskedFilter },
): Promise<readonly Entry[]> {
  const { field } = asked.filter;
  const isIndexed =
    !resource.relationships[field]?.many && linkOf(context, resource, field)?.max === undefined;
  if (isIndexed) {
    const ids = namedIds(context, resource, asked);
    return (await entriesLinkingTo(context, resource, { near: field, ids })).toSorted(comparator([]));
  }
  const ids = await idsByLink(context, resource, asked);
  const [named = null, ...others] = namedIds(context, resource, asked);
  const further = { ...query, filters: query.filters.filter((each) => each !== asked) };
  const bare =
    others.length === 0 && !resource.listedBy
      ? bareEntries(context, resource, { query: further, linked, ids: [...ids], fields: { [field]: named } })
      : undefined;
  return (bare ?? (await entriesWithIds(context, resource, ids))).toSorted(comparator([]));
}

/** Beyond this number, querying the owner's index takes fewer units than reading records by id. */
const MAX_LOADED = 1000;

async function entriesWithIds(
  context: Context,
  resource: Resource,
  ids: ReadonlySet<string>,
): Promise<Entry[]> {
  const owned = ids.size > MAX_LOADED ? await ownedEntries(context, resource) : [];
  const listed = new Map(owned.flatMap((entry) => (ids.has(entry.id) ? [[entry.id, entry]] : [])));
  // The index can lack recent writes.
  const unlisted = [...ids].filter((id) => !listed.has(id));
  const others = await loadMany(context, resource, unlisted);
  return [...listed.values(), ...others.values()];
}

const linkOf = ({ api }: Context, resource: Resource, field: string) =>
  keyRowOf(api, resource).links?.[field];

/** @returns the valid ids in a filter on a relationship. */
function namedIds({ api }: Context, resource: Resource, { filter, value }: AskedFilter): string[] {
  const { idPattern } = resourceOf(api, resource.relationships[filter.field]?.type ?? '');
  return [...new Set(listOf(value))].filter((id) => idPattern.test(id));
}

/** @returns ids of the records linked to those in the filter, directly or through a link type. */
async function idsByLink(context: Listing, resource: Resource, asked: AskedFilter): Promise<Set<string>> {
  const linked = namedBy(context, resource, asked);
  if (linked) return idsThrough(context, linked);
  const linking = await context.linksTo(resource, asked.filter.field, namedIds(context, resource, asked));
  return new Set([...linking.values()].flat().map(({ id }) => id));
}

/** Applies filters on to-many relationships. */
async function linkedToAll(
  context: Listing,
  resource: Resource,
  { entries, filters }: { entries: readonly Entry[]; filters: readonly AskedFilter[] },
): Promise<readonly Entry[]> {
  const asked = filters.filter(
    ({ filter: { from, field } }) => from === 'links' && resource.relationships[field]?.many,
  );
  const sets = await Promise.all(asked.map((each) => idsByLink(context, resource, each)));
  return entries.filter(({ id }) => sets.every((ids) => ids.has(id)));
}

/** The ids of records with related ones, by field, unless entries count them. */
type CountedIds = ReadonlyMap<string, ReadonlySet<unknown>>;

/** Lists of journaled types have no counts, so the related records are listed. */
async function countedIds(
  context: Context,
  resource: Resource,
  filters: readonly AskedFilter[],
): Promise<CountedIds> {
  const asked = filters.flatMap(({ filter: { field, from } }) => {
    const relationship = resource.relationships[field];
    const inverse = from === 'count' && relationship?.many ? relationship.inverse : null;
    if (!inverse || !keyRowOf(context.api, resource).journaled) return [];
    return [{ field, inverse, type: relationship?.type ?? '' }];
  });
  const listed = asked.map(async ({ field, inverse, type }) => {
    const related = await ownedEntries(context, resourceOf(context.api, type));
    return [field, new Set<unknown>(related.map(({ fields }) => fields[inverse]))] as const;
  });
  return new Map(await Promise.all(listed));
}

/** Applies filters that need only index entries. */
function passes(
  context: Context,
  resource: Resource,
  { filters, counted }: { filters: readonly AskedFilter[]; counted: CountedIds },
) {
  const isToOne = (field: string) => resource.relationships[field]?.many === false;
  const asked = filters.filter(
    ({ filter: { from, field } }) =>
      from === 'index' || from === 'count' || (from === 'links' && isToOne(field)),
  );
  return (entry: Entry): boolean =>
    asked.every(({ filter: { field, from }, test }) => {
      if (from === 'count')
        return test(counted.get(field)?.has(entry.id) ?? linksAnything(context, resource, { field, entry }));
      return test(field === 'id' ? entry.id : (entry.fields[field] ?? null));
    });
}

/** Uses the count, or searches reference data. */
function linksAnything(
  { api }: Context,
  resource: Resource,
  { field, entry }: { field: string; entry: Entry },
): boolean {
  const relationship = resource.relationships[field];
  if (!relationship?.many) return false;
  const { through, inverse, type } = relationship;
  const related = api.reference[type]?.();
  if (related && inverse) return related.some((record) => record.fields[inverse] === entry.id);
  const counter = through ? counterName(through.type, through.near) : counterName(type, inverse ?? '');
  return countIn(entry, counter) > 0;
}
