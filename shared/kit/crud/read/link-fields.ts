/** In lists of linked records, some fields come from the link, such as the position of a track. */
import { keyRowOf, resourceOf } from '../../declare/api.ts';
import type { Entry } from '../../declare/fields.ts';
import type { Through } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ReadQuery } from '../../jsonapi/query.ts';
import type { Linking } from '../../records/links.ts';
import type { Context } from '../context.ts';
import type { LinkLookup } from './backlinks.ts';

/** The links by which a list is selected. */
export interface LinkedFrom {
  readonly through: Through;
  /** Relationships of the link type to the records with these ids (`from`) and to the listed ones (`to`). */
  readonly from: string;
  readonly to: string;
  readonly ids: readonly string[];
}

/** @returns the entries with the fields of their links, if filters or sorts use them. */
export async function withLinkFields(
  context: Context & { readonly linksTo: LinkLookup },
  { entries, query, linked }: { entries: readonly Entry[]; query: ReadQuery; linked: LinkedFrom | undefined },
): Promise<readonly Entry[]> {
  const place = linked?.through.place ?? [];
  const asked = [...query.filters.map(({ filter }) => filter.field), ...query.sort.map(({ field }) => field)];
  if (!linked || !asked.some((field) => place.includes(field))) return entries;
  const linkType = resourceOf(context.api, linked.through.type);
  const lists = await context.linksTo(linkType, linked.from, linked.ids);
  const places = new Map<string, Entry['fields']>();
  // If several links lead to a record, the first one counts.
  for (const linking of [...lists.values()].flat().reverse())
    places.set(linking.ids[linked.to] ?? '', placeOf(context, linkType, { linking, linked }));
  return entries.map((entry) => ({ ...entry, fields: { ...entry.fields, ...places.get(entry.id) } }));
}

function placeOf(
  { api }: Context,
  linkType: Resource,
  { linking, linked }: { linking: Linking; linked: LinkedFrom },
): Entry['fields'] {
  const fields = keyRowOf(api, linkType).links?.[linked.from]?.by?.split('+') ?? [];
  const values = linking.place?.split('+') ?? [];
  const named = fields.map((field, index) => [field, Number(values[index])] as const);
  return Object.fromEntries(named.filter(([field]) => linked.through.place?.includes(field)));
}
