/** Reads records of many owners page by page, newest first, for operators. */
import { keyRowOf } from '../declare/api.ts';
import type { Entry, Stored } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { readable } from '../table/damaged-rows.ts';
import type { Item } from '../table/item.ts';
import { type IndexName, ownerKey, sortableId } from '../table/keys.ts';
import { listKeys } from '../table/lookup-keys.ts';
import { entryOf } from './rows.ts';
import { findInOrder, type Store } from './store.ts';

/** A partition of an index in which records are sorted by id. */
export interface IndexPartition {
  readonly index: IndexName;
  readonly partition: string;
}

interface Page {
  readonly limit: number;
  /** The position at the end of the previous page: an id. */
  readonly after: string | undefined;
}

/** @param lists of the type. All by default. */
export function listPartitions(
  { api }: Pick<Store, 'api'>,
  resource: Resource,
  lists?: readonly string[],
): IndexPartition[] {
  const names = lists ?? keyRowOf(api, resource).listed?.lists ?? [];
  const partitions = names.flatMap((list) => listKeys(resource.type, list));
  return partitions.map((partition) => ({ index: 'by-second-link', partition }));
}

export const ownerPartitions = ({ type }: Resource, owners: readonly string[]): IndexPartition[] =>
  owners.map((owner) => ({ index: 'by-owner', partition: ownerKey(owner, type) }));

/** Limits the entries that one page reads when few of them pass the filter. */
const MAX_ROUNDS = 10;

/**
 * @param page.passes filters entries. A page can then have fewer records than the limit, although others
 * follow.
 * @returns the records as last written, and the position at the end of the page, or null at the end of the
 * list.
 */
export async function newestPage<D extends Resource>(
  store: Pick<Store, 'api' | 'table'>,
  resource: D,
  {
    partitions,
    passes = () => true,
    ...page
  }: Page & {
    readonly partitions: readonly IndexPartition[];
    readonly passes?: (fields: Entry['fields']) => boolean;
  },
): Promise<{ records: Stored<D>[]; after: string | null }> {
  const ids: string[] = [];
  let after: string | null = page.after ?? null;
  for (let round = 0; round < MAX_ROUNDS && ids.length < page.limit; round++) {
    const limit = page.limit - ids.length;
    const { items, isLast } = await newestEntries(store, partitions, { limit, after: after ?? undefined });
    const entries = readable(store.table, items, (item) => entryOf(resource, { item, ownerId: '' }));
    ids.push(...entries.filter(({ fields }) => passes(fields)).map(({ id }) => id));
    const end = items.at(-1);
    after = isLast || !end ? null : String(idOf(end));
    if (isLast) break;
  }
  return { records: await findInOrder(store, resource, ids), after };
}

async function newestEntries(
  { table }: Pick<Store, 'table'>,
  partitions: readonly IndexPartition[],
  { limit, after }: Page,
): Promise<{ items: Item[]; isLast: boolean }> {
  const upTo = after === undefined ? undefined : sortableId(String(Number(after) - 1));
  const range = { newestFirst: true, limit: limit + 1, ...(upTo !== undefined && { upTo }) } as const;
  const read = await Promise.all(partitions.map((partition) => table.query({ ...partition, ...range })));
  const items = read.flat().sort((left, right) => idOf(right) - idOf(left));
  return { items: items.slice(0, limit), isLast: items.length <= limit };
}

/** Ids grow with time. */
const idOf = ({ pk }: Item): number => Number(String(pk).split('#')[1]);

/** Per partition. */
const MAX_COUNTED = 250;

/**
 * @param of.passes filters entries.
 * @param of.since the field that says since when; when the record was created by default.
 * @returns isWhole false if there can be more. The oldest is null if there is none.
 */
export async function countListed(
  store: Pick<Store, 'api' | 'table'>,
  resource: Resource,
  of: {
    readonly list: string;
    readonly passes?: (fields: Entry['fields']) => boolean;
    readonly since?: string;
  },
) {
  const { list, passes = () => true, since = 'created-at' } = of;
  const partitions = listPartitions(store, resource, [list]);
  const read = await Promise.all(
    partitions.map((partition) => store.table.query({ ...partition, limit: MAX_COUNTED })),
  );
  const entries = readable(store.table, read.flat(), (item) => entryOf(resource, { item, ownerId: '' }));
  const counted = entries.filter(({ fields }) => passes(fields));
  const sinceOf = ({ fields }: Entry) => String(fields[since]);
  const [oldest] = counted.toSorted((left, right) => (sinceOf(left) < sinceOf(right) ? -1 : 1));
  return {
    count: counted.length,
    oldest: oldest?.id ?? null,
    since: oldest ? sinceOf(oldest) : null,
    isWhole: read.every(({ length }) => length < MAX_COUNTED),
  };
}
