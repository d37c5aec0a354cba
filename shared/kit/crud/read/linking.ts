/** What links to records: for many records together, in a number of calls that does not grow with them. */
import type { Entry } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { linkingsOf } from '../../records/linked-records.ts';
import type { Linking } from '../../records/links.ts';
import { linkKey } from '../../table/keys.ts';
import { type Context, keyRowOf, ownerOf } from '../context.ts';
import { type ListedEntry, listedEntries, ownedEntries, referenceRecords } from './load.ts';
import { sourceOf } from './source-of.ts';

/** Up to so many records ask an index one by one; for more, one query of all the owner has costs fewer calls. */
const MAX_QUERIES = 4;
/** Owners who have more than this ask for each record anyway: the query of all they have would read too much. */
const MAX_ENTRIES = 2000;
const MAX_MANY_QUERIES = 100;

/** A record that links, and the record itself where its source has shown all of it. */
export type Linked = Linking & { readonly record?: Entry };

/**
 * @param resource the type that links.
 * @param target its to-one relationship `near`, and the ids of related records.
 * @returns for each id the records that link to it, oldest first. Bounded links: their lists, a hundred rows a call, as
 * last written. Others: one index query for each of up to four ids; for more, one of all records of the owner, if they are
 * not too many.
 */
export async function linkingTo(
  context: Context,
  resource: Resource,
  { near, ids, isEventual = false }: { near: string; ids: readonly string[]; isEventual?: boolean },
): Promise<Map<string, Linked[]>> {
  const link = keyRowOf(context, resource).links?.[near];
  if (link?.max !== undefined) {
    const ownerId = ownerOf(context, resource);
    const type = resource.relationships[near]?.type ?? '';
    const targets = ids.map((id) => ({ type, id, ownerId }));
    return linkingsOf(context, targets, { resource, by: near, isEventual });
  }
  const entries = await entriesLinkingTo(context, resource, { near, ids });
  const isWhole = sourceOf(context, resource) !== undefined;
  const found = new Map<string, Linked[]>(ids.map((id) => [id, []]));
  for (const record of entries) {
    const linked = { id: record.id, ids: record.fields as Linking['ids'], ...(isWhole && { record }) };
    found.get(String(record.fields[near]))?.push(linked);
  }
  return found;
}

/** What `linkingTo` finds, for one relationship of a type. */
export type LinkLookup = (
  resource: Resource,
  near: string,
  ids: readonly string[],
) => Promise<Map<string, Linked[]>>;

/** Looks up each set of links once: a list finds its records by them, filters by them and shows their places. */
export function linkLookup(context: Context): LinkLookup {
  const found = new Map<string, ReturnType<LinkLookup>>();
  return (resource, near, ids) => {
    const key = [resource.type, near, ...ids].join();
    const links = found.get(key) ?? linkingTo(context, resource, { near, ids });
    found.set(key, links);
    return links;
  };
}

/** @returns the entries of all records that link to any of the ids by an unbounded link. */
export async function entriesLinkingTo(
  context: Context,
  resource: Resource,
  { near, ids }: { near: string; ids: readonly string[] },
): Promise<ListedEntry[]> {
  const wanted = new Set(ids);
  if (resource.owner === 'platform') {
    return referenceRecords(context, resource).filter(({ fields }) => wanted.has(String(fields[near])));
  }
  const source = sourceOf(context, resource);
  if (source) {
    const target = { relationship: near, ids: [...wanted] };
    return [...(await source.linking(ownerOf(context, resource), target, context))];
  }
  const isLinking = ({ fields }: Entry) => wanted.has(String(fields[near]));
  const hasIndex = keyRowOf(context, resource).links?.[near] !== undefined;
  if (!hasIndex || wanted.size > MAX_MANY_QUERIES)
    return (await ownedEntries(context, resource)).filter(isLinking);
  if (wanted.size > MAX_QUERIES) {
    const owned = await ownedEntries(context, resource, MAX_ENTRIES);
    if (owned.length < MAX_ENTRIES) return owned.filter(isLinking);
  }
  const ownerId = ownerOf(context, resource);
  const type = resource.relationships[near]?.type ?? '';
  const lists = Array.from(wanted, (id) =>
    listedEntries(context, resource, {
      link: near,
      partition: linkKey(ownerId, resource.type, { type, id }),
    }),
  );
  // A record that moves from one to another while they are read is in both.
  return [...new Map((await Promise.all(lists)).flat().map((entry) => [entry.id, entry])).values()];
}
