/** GET /<type>: slim entries of one owner, filtered, sorted and counted; then only the page's records. */
import { resourceOf } from '../api/define/api.ts';
import type { Resource } from '../api/define/resource.ts';
import type { Response } from '../http/response.ts';
import { sliceOf } from '../jsonapi/page.ts';
import { type AskedFilter, type ReadQuery, readQuery } from '../jsonapi/query.ts';
import type { StoredRecord } from '../table/records.ts';
import { listAnswer } from './answer.ts';
import { type Context, keyRowOf } from './context.ts';
import { linkedEntries, ownedEntries, wholeRecords } from './load.ts';

export async function list(context: Context, resource: Resource): Promise<Response> {
  const query = readQuery(context.request.query, resource, 'list');
  const all = await candidates(context, resource, query);
  const { listedBy } = resource;
  const entries = listedBy ? all.filter(({ fields }) => fields[listedBy] === true) : all;
  return listOf(context, { resource, query, entries });
}

/** A list of entries that are already known: filters, sort and page of the query apply to it. */
export async function listOf(
  context: Context,
  { resource, query, entries }: { resource: Resource; query: ReadQuery; entries: readonly StoredRecord[] },
): Promise<Response> {
  const narrow = context.hooks[resource.type]?.narrow;
  const visible = narrow ? await narrow(entries, context) : entries;
  const matching = await filtered(context, resource, { entries: visible, filters: query.filters });
  const sorted = query.sort.length > 0 ? [...matching].sort(comparator(query.sort)) : matching;
  const page = resource.pageMeta === 'none' ? sorted : sliceOf(sorted, query.page);
  const records = await wholeRecords(context, resource, page);
  return listAnswer(context, { resource, records, query, total: matching.length });
}

/** A filter on an indexed link reads that link's entries alone; everything else starts from all the owner has. */
async function candidates(
  context: Context,
  resource: Resource,
  { filters }: ReadQuery,
): Promise<StoredRecord[]> {
  const { firstLink, secondLink } = keyRowOf(context, resource);
  const linked = filters.find(({ filter }) => filter.links && [firstLink, secondLink].includes(filter.field));
  if (!linked) return ownedEntries(context, resource);
  const { idPattern } = resourceOf(context.api, resource.relationships[linked.filter.field]?.type ?? '');
  const ids = new Set(linked.value.split(',').map((id) => id.trim()));
  const possible = [...ids].filter((id) => idPattern.test(id));
  if (possible.length > LINKS_ASKED_AT_ONCE) return ownedEntries(context, resource);
  const lists = await Promise.all(
    possible.map((id) => linkedEntries(context, resource, { name: linked.filter.field, id })),
  );
  // One list is in order; several are only after they are merged.
  return lists.length > 1 ? lists.flat().sort(comparator([])) : lists.flat();
}

/** Whoever names more links than this is better served by one query of all there is. */
const LINKS_ASKED_AT_ONCE = 10;

async function filtered(
  context: Context,
  resource: Resource,
  { entries, filters }: { entries: readonly StoredRecord[]; filters: readonly AskedFilter[] },
): Promise<readonly StoredRecord[]> {
  const passing = (records: readonly StoredRecord[], from: 'index' | 'record') => {
    const asked = filters.filter(({ filter }) => filter.from === from);
    return records.filter((record) => asked.every(({ filter, test }) => test(fieldOf(record, filter.field))));
  };
  const slim = await linking(context, resource, { entries: passing(entries, 'index'), filters });
  if (filters.every(({ filter }) => filter.from !== 'record')) return slim;
  return passing(await wholeRecords(context, resource, slim), 'record');
}

/** Entries that have, or have not, something at the other end: one query for all that could link to any of them. */
async function linking(
  context: Context,
  resource: Resource,
  { entries, filters }: { entries: readonly StoredRecord[]; filters: readonly AskedFilter[] },
): Promise<readonly StoredRecord[]> {
  let left = entries;
  for (const { filter, test } of filters.filter(({ filter: { from } }) => from === 'related')) {
    const linked = await linkedIds(context, resource, filter.field);
    left = left.filter(({ id }) => test(linked.has(id)));
  }
  return left;
}

/** Ids of the records that something links to through the inverse of the to-many relationship `name`. */
async function linkedIds(context: Context, resource: Resource, name: string): Promise<Set<unknown>> {
  const relationship = resource.relationships[name];
  if (!relationship?.many || !relationship.inverse)
    throw new Error(`${resource.type}.${name} has no inverse.`);
  const { inverse, type } = relationship;
  const others = await ownedEntries(context, resourceOf(context.api, type));
  return new Set(others.map(({ fields }) => fields[inverse]));
}

const fieldOf = (record: StoredRecord, field: string): unknown =>
  field === 'id' ? record.id : (record.fields[field] ?? null);

type Sort = ReadQuery['sort'];

/** Empty values first, texts as people order them; equal ones by age, so that pages never overlap. */
function comparator(sort: Sort) {
  return (left: StoredRecord, right: StoredRecord): number => {
    for (const { field, descending } of sort) {
      const order = compare(fieldOf(left, field), fieldOf(right, field));
      if (order !== 0) return descending ? -order : order;
    }
    return compareIds(left.id, right.id);
  };
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: false });

function compare(left: unknown, right: unknown): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [String(left), String(right)];
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const compareIds = (left: string, right: string): number =>
  left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
