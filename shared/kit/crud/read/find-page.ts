/** Finds, filters and sorts the records of a list, and reads one page. */
import { keyRowOf, resourceOf } from '../../declare/api.ts';
import type { Entry, ShownRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { sliceOf } from '../../jsonapi/page.ts';
import type { ReadQuery, SentFilter } from '../../jsonapi/query.ts';
import { inOrder } from '../../lists/list-memory.ts';
import { countIn } from '../../records/counts.ts';
import { counterName, relatedType } from '../../records/links.ts';
import type { Context } from '../context.ts';
import { linkLookup } from './backlinks.ts';
import { candidatesOf, countedTotal } from './candidates.ts';
import { checkEntries } from './compound.ts';
import { pageOfHistory } from './history.ts';
import { linkedToAll, selectingLinks, withLinkFields, withoutVia } from './link-filters.ts';
import { nearOf } from './linkage.ts';
import type { Listing, Source } from './listing.ts';
import { ownedEntries, wholeRecords } from './load.ts';
import { isRead, searched } from './search.ts';
import { withAdvice } from './too-many.ts';
import { visible } from './views.ts';

export interface ListPage {
  readonly records: readonly ShownRecord[];
  readonly total: number;
}

/**
 * Filters and sorts index entries in memory, then reads the records of the page.
 * @param source what to list. Defaults to everything the caller owns.
 */
export async function findPage(
  request: Context,
  resource: Resource,
  { query: sent, source = { is: 'owned' } }: { query: ReadQuery; source?: Source },
): Promise<ListPage> {
  const context = { ...request, linksTo: linkLookup(request) };
  const filters = await Promise.all(sent.filters.map((each) => withoutVia(context, resource, each)));
  const query = { ...sent, filters };
  const linked = selectingLinks(context, resource, { query, source });
  const listing = { context, resource, query, source, linked };
  const { page, total } = await pageOf(listing).catch((error: unknown) => {
    throw withAdvice(error, listing);
  });
  checkEntries(context, page, query);
  const records = page.every(isRead) ? page : await wholeRecords(context, resource, page);
  return { records, total };
}

interface EntryPage {
  readonly page: readonly Entry[];
  readonly total: number;
}

const pageOf = async (listing: Listing): Promise<EntryPage> =>
  (await pageOfHistory(listing)) ?? (await pageInMemory(listing));

async function pageInMemory(listing: Listing): Promise<EntryPage> {
  const { resource, query } = listing;
  const candidates = await withLinkFields(listing, await candidatesOf(listing));
  const matching = await filtered(listing, candidates);
  const sorted = query.sort.length > 0 ? inOrder(matching, query.sort) : matching;
  const page = resource.pageMeta === 'none' ? sorted : sliceOf(sorted, query.page);
  return { page, total: countedTotal(listing) ?? matching.length };
}

/** Applies what needs no reads first, and the search of whole records last. */
async function filtered(listing: Listing, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const { context, resource, source, query } = listing;
  const { filters } = query;
  const { listedBy } = resource;
  const listed =
    listedBy && source.is === 'owned' ? entries.filter(({ fields }) => Boolean(fields[listedBy])) : entries;
  const seen = await visible(context, resource, listed);
  const linked = await linkedToAll(context, resource, { entries: seen, filters });
  const counted = await countedIds(context, resource, filters);
  const slim = linked.filter(passes(context, resource, { filters, counted }));
  return searched(context, resource, { entries: slim, filters });
}

/** The ids of records with related ones, by field, unless entries count them. */
type CountedIds = ReadonlyMap<string, ReadonlySet<unknown>>;

/** Lists of journaled types have no counts, so the related records are listed. */
async function countedIds(
  context: Context,
  resource: Resource,
  filters: readonly SentFilter[],
): Promise<CountedIds> {
  const counted = filters.flatMap(({ filter: { field, from } }) => {
    const relationship = resource.relationships[field];
    const inverse = from === 'count' && relationship?.many ? relationship.inverse : null;
    if (!inverse || !keyRowOf(context.api, resource).journaled) return [];
    return [{ field, inverse, type: relatedType(resource, field) }];
  });
  const listed = counted.map(async ({ field, inverse, type }) => {
    const related = await ownedEntries(context, resourceOf(context.api, type));
    return [field, new Set<unknown>(related.map(({ fields }) => fields[inverse]))] as const;
  });
  return new Map(await Promise.all(listed));
}

/** Applies filters that need only index entries. */
function passes(
  context: Context,
  resource: Resource,
  { filters, counted }: { filters: readonly SentFilter[]; counted: CountedIds },
) {
  const isToOne = (field: string) => resource.relationships[field]?.many === false;
  const applied = filters.filter(
    ({ filter: { from, field } }) =>
      from === 'index' || from === 'count' || (from === 'links' && isToOne(field)),
  );
  return (entry: Entry): boolean =>
    applied.every(({ filter: { field, from }, test }) => {
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
  return countIn(entry, counterName(through?.type ?? type, nearOf(relationship))) > 0;
}
