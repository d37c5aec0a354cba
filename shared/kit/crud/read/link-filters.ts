/** Filters on relationships, and the links that select the records of a list. */
import { keyRowOf, resourceOf } from '../../declare/api.ts';
import type { Entry } from '../../declare/fields.ts';
import { listOf } from '../../declare/filter.ts';
import { throughOf } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import type { SentFilter } from '../../jsonapi/query.ts';
import type { Linking } from '../../records/links.ts';
import { required } from '../../values/required.ts';
import type { Context } from '../context.ts';
import { fieldsUsed, type LinkedFrom, type ListContext, type Listing } from './listing.ts';

/** Replaces a filter via another type by a filter on its ids, such as an album by the album's tracks. */
export async function withoutVia(
  context: ListContext,
  resource: Resource,
  sent: SentFilter,
): Promise<SentFilter> {
  const { via, ...filter } = sent.filter;
  if (via === undefined) return sent;
  const target = targetOf(context, resource, filter.field);
  const ids = await idsByLink(context, target, { ...sent, filter: { ...filter, field: via } });
  const isNamed = (value: unknown) => ids.has(String(value));
  return { ...sent, filter, value: [...ids].join(), test: isNamed };
}

/** @returns the links by which the list is selected, if it is selected through a link type. */
export function selectingLinks(
  context: Context,
  resource: Resource,
  { query, source }: Pick<Listing, 'query' | 'source'>,
): LinkedFrom | undefined {
  if (source.is === 'related') {
    const through = throughOf(source.resource.relationships[source.name]);
    return through ? { through, from: through.near, to: through.far, ids: [source.id] } : undefined;
  }
  const linkFilter = query.filters.find(
    ({ filter }) => filter.from === 'links' && throughOf(resource.relationships[filter.field]),
  );
  return linkFilter && linksNamedBy(context, resource, linkFilter);
}

/** @returns the links selected by a filter through a link type. */
function linksNamedBy(context: Context, resource: Resource, linkFilter: SentFilter): LinkedFrom | undefined {
  const through = throughOf(resource.relationships[linkFilter.filter.field]);
  const ids = namedIds(context, resource, linkFilter);
  return through ? { through, from: through.far, to: through.near, ids } : undefined;
}

/** Applies filters on to-many relationships. */
export async function linkedToAll(
  context: ListContext,
  resource: Resource,
  { entries, filters }: { entries: readonly Entry[]; filters: readonly SentFilter[] },
): Promise<readonly Entry[]> {
  const linkFilters = filters.filter(
    ({ filter: { from, field } }) => from === 'links' && resource.relationships[field]?.many,
  );
  const sets = await Promise.all(linkFilters.map((each) => idsByLink(context, resource, each)));
  return entries.filter(({ id }) => sets.every((ids) => ids.has(id)));
}

/** @returns ids of the records linked to those in the filter, directly or through a link type. */
export async function idsByLink(
  context: ListContext,
  resource: Resource,
  linkFilter: SentFilter,
): Promise<Set<string>> {
  const linked = linksNamedBy(context, resource, linkFilter);
  if (linked) return idsThrough(context, linked);
  const linking = await context.linksTo(
    resource,
    linkFilter.filter.field,
    namedIds(context, resource, linkFilter),
  );
  return new Set([...linking.values()].flat().map(({ id }) => id));
}

export async function idsThrough(
  context: ListContext,
  { through, from, to, ids }: LinkedFrom,
): Promise<Set<string>> {
  const linking = await context.linksTo(resourceOf(context.api, through.type), from, ids);
  return new Set([...linking.values()].flat().flatMap((each) => each.ids[to] ?? []));
}

/** @returns the valid ids in a filter on a relationship. */
export function namedIds(context: Context, resource: Resource, { filter, value }: SentFilter): string[] {
  const { idPattern } = targetOf(context, resource, filter.field);
  return [...new Set(listOf(value))].filter((id) => idPattern.test(id));
}

const targetOf = ({ api }: Context, { relationships }: Resource, field: string): Resource =>
  resourceOf(api, required(relationships[field], 'A filter on links has a relationship.').type);

/**
 * Some fields of linked records come from the link, such as the position of a track.
 * @returns the entries with these fields, if filters or sorts use them.
 */
export async function withLinkFields(
  { context, query, linked }: Listing,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const place = linked?.through.place ?? [];
  if (!linked || !fieldsUsed(query).some((field) => place.includes(field))) return entries;
  const linkType = resourceOf(context.api, linked.through.type);
  const lists = await context.linksTo(linkType, linked.from, linked.ids);
  const places = new Map<string | null | undefined, Entry['fields']>();
  // If several links lead to a record, the first one counts.
  for (const linking of [...lists.values()].flat().reverse())
    places.set(linking.ids[linked.to], placeOf(context, linkType, { linking, linked }));
  return entries.map((entry) => ({ ...entry, fields: { ...entry.fields, ...places.get(entry.id) } }));
}

function placeOf(
  { api }: Context,
  linkType: Resource,
  { linking, linked }: { linking: Linking; linked: LinkedFrom },
): Entry['fields'] {
  const fields = keyRowOf(api, linkType).links?.[linked.from]?.by?.split('+') ?? [];
  const values = linking.slot?.split('+') ?? [];
  const named = fields.map((field, index) => [field, Number(values[index])] as const);
  return Object.fromEntries(named.filter(([field]) => linked.through.place?.includes(field)));
}
