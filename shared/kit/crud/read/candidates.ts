/** Finds the index entries among which a list is filtered, with as few reads as source and filters allow. */
import { keyRowOf } from '../../declare/api.ts';
import type { Entry } from '../../declare/fields.ts';
import { listOf } from '../../declare/filter.ts';
import type { SentFilter } from '../../jsonapi/query.ts';
import { comparator } from '../../lists/compare.ts';
import { counterName } from '../../records/links.ts';
import { entriesLinkingTo } from './backlinks.ts';
import { idsByLink, idsThrough, namedIds } from './link-filters.ts';
import { lookUpLinkage } from './linkage.ts';
import { fieldsUsed, type Listing, type Source } from './listing.ts';
import { loadMany, ownedEntries } from './load.ts';

/** A filter on a link reads only linked records. Otherwise, all records of the owner are candidates. */
export async function candidatesOf(listing: Listing): Promise<readonly Entry[]> {
  const { context, resource, query, source, linked } = listing;
  if (source.is === 'records') return source.records;
  if (source.is === 'related') {
    if (linked) return entriesOf(listing, [...(await idsThrough(context, linked))]);
    return relatedEntries(listing, source);
  }
  const narrow = narrowest(query.filters.filter(({ filter }) => filter.from === 'links'));
  return narrow ? entriesByLink(listing, narrow) : ownedEntries(context, resource);
}

/** @returns the filter with the fewest ids. */
const narrowest = (filters: readonly SentFilter[]): SentFilter | undefined =>
  filters.toSorted((left, right) => listOf(left.value).length - listOf(right.value).length)[0];

/** Entries related without a link type: through an index, a link list, or the record's own ids. */
async function relatedEntries(
  listing: Listing,
  { resource: from, id, name }: Extract<Source, { is: 'related' }>,
): Promise<readonly Entry[]> {
  const { context, resource, query } = listing;
  const relationship = from.relationships[name];
  const inverse = relationship?.many ? relationship.inverse : null;
  if (inverse && !isBounded(listing, inverse)) {
    const total = countedTotal(listing);
    const bound = total ? { limit: Math.min(total, query.page.number * query.page.size) } : {};
    return entriesLinkingTo(context, resource, { near: inverse, ids: [id], ...bound });
  }
  const identifiers = (await lookUpLinkage(context, from, { name, ids: [id] })).get(id) ?? [];
  return entriesOf(
    listing,
    identifiers.map((each) => each.id),
  );
}

/** @returns the count of related records, if the pages of their index are those of the list. */
export function countedTotal(listing: Listing): number | undefined {
  const { context, resource, query, source } = listing;
  const relationship = source.is === 'related' ? source.resource.relationships[source.name] : undefined;
  if (source.is !== 'related' || !relationship?.many || relationship.inverse === null) return undefined;
  const isOrdered = query.filters.length === 0 && query.sort.length === 0 && resource.pageMeta !== 'none';
  const isHidden = context.api.views[resource.type]?.visible !== undefined;
  const isIndexed = !isBounded(listing, relationship.inverse);
  if (!isOrdered || isHidden || !isIndexed || context.api.sources[resource.type]) return undefined;
  return source.counts?.[counterName(resource.type, relationship.inverse)];
}

/** Whether link lists name the records, instead of an index. */
const isBounded = ({ context, resource }: Listing, relationship: string): boolean =>
  keyRowOf(context.api, resource).links?.[relationship]?.max !== undefined;

async function entriesByLink(listing: Listing, linkFilter: SentFilter): Promise<readonly Entry[]> {
  const { context, resource, query } = listing;
  const { field } = linkFilter.filter;
  const named = namedIds(context, resource, linkFilter);
  if (!resource.relationships[field]?.many && !isBounded(listing, field))
    return (await entriesLinkingTo(context, resource, { near: field, ids: named })).toSorted(comparator([]));
  const ids = await idsByLink(context, resource, linkFilter);
  const [only = null, ...others] = named;
  const filters = query.filters.filter((each) => each !== linkFilter);
  const bare =
    others.length === 0 && !resource.listedBy
      ? bareEntries({ ...listing, query: { ...query, filters } }, [...ids], { [field]: only })
      : undefined;
  return (bare ?? [...(await entriesById(listing, ids)).values()]).toSorted(comparator([]));
}

async function entriesOf(listing: Listing, ids: readonly string[]): Promise<readonly Entry[]> {
  const bare = bareEntries(listing, ids);
  if (bare) return bare;
  const entries = await entriesById(listing, new Set(ids));
  return ids.flatMap((id) => entries.get(id) ?? []);
}

/**
 * @param fields that all of them have.
 * @returns entries without a read, or undefined if filters, sorts or views need fields that the links lack.
 */
function bareEntries(
  { context, resource, query, linked }: Listing,
  ids: readonly string[],
  fields: Entry['fields'] = {},
): Entry[] | undefined {
  // Entries of a covering index are rendered without reading the records.
  const isShown = resource.owner === 'platform' || keyRowOf(context.api, resource).covering === true;
  const place = linked?.through.place ?? [];
  const isBare =
    !isShown &&
    fieldsUsed(query).every((field) => place.includes(field)) &&
    !context.api.views[resource.type]?.visible;
  return isBare ? ids.map((id) => ({ type: resource.type, id, ownerId: '', fields })) : undefined;
}

/** Beyond this number, querying the owner's index takes fewer units than reading records by id. */
const MAX_LOADED = 1000;
/** The limit for types whose long lists come from snapshots. */
const MAX_LOADED_JOURNALED = 100;

async function entriesById(
  { context, resource }: Listing,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Entry>> {
  const { journaled } = keyRowOf(context.api, resource);
  const isListed = ids.size > (journaled ? MAX_LOADED_JOURNALED : MAX_LOADED);
  const owned = isListed ? await ownedEntries(context, resource) : [];
  const listed = new Map(owned.flatMap((entry) => (ids.has(entry.id) ? [[entry.id, entry]] : [])));
  // The index can lack recent writes.
  const unlisted = [...ids].filter((id) => !listed.has(id));
  return new Map<string, Entry>([...listed, ...(await loadMany(context, resource, unlisted))]);
}
