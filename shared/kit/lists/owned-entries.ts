/**
 * Lists the entries of a journaled type. Short lists come from an index, long ones from the snapshot. A long
 * list without a snapshot is read from the index, and its readers start the fold that makes one.
 */
import type { Entry } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { linkKey, ownerKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { isProblem, problem } from '../values/problems.ts';
import { comparator } from './compare.ts';
import { type IndexPage, type IndexRange, indexPage } from './index-page.ts';
import { knownList } from './list-memory.ts';
import type { RecordList } from './list-state.ts';
import { readList } from './read-list.ts';
import { markAsLong, startFoldForReaders } from './unreadable.ts';

/** 3 to 12 units. */
const SHORT = 100;
/** Of rows with packed records. */
const SHORT_PACKED = 10;

const shortest = ({ source }: RecordList): number => (source ? SHORT_PACKED : SHORT);

/** @param limit of entries that are read from the index. A snapshot can have more. */
export async function entriesOfOwner<D extends Resource>(
  table: Table,
  list: RecordList<D>,
  limit?: number,
): Promise<readonly Entry<D>[]> {
  const range = { partition: ownerKey(list.ownerId, list.type) };
  // Records of the type have the declared fields.
  return (await entriesIn(table, list, { range, limit })) as readonly Entry[] as readonly Entry<D>[];
}

async function entriesIn(
  table: Table,
  list: RecordList,
  { range, limit }: Pick<Beginning, 'range' | 'limit'>,
): Promise<readonly Entry[]> {
  if (!list.row.journaled) return (await indexPage(table, list, withLimit(range, limit))).entries;
  const readFirst = () => indexPage(table, list, { ...range, limit: shortest(list) });
  // Most lists are short and have no snapshot, so the index is read concurrently.
  const beginning = knownList(list) ? undefined : readFirst();
  const [entries] = await Promise.all([readList(table, list), beginning]);
  if (entries) return entries;
  const all = await withRest(table, list, { range, limit, first: await (beginning ?? readFirst()) });
  // Rows are in the order of their records.
  return list.source ? all.toSorted(byId) : all;
}

const byId = comparator([]);

interface Linking {
  /** The unbounded link. */
  readonly link: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly limit?: number;
}

/** @returns the entries that link to a record, oldest first. */
export async function entriesLinkedTo(
  table: Table,
  list: RecordList,
  { link, target, limit }: Linking,
): Promise<readonly Entry[]> {
  const range = { link, partition: linkKey(list.ownerId, list.type, target) };
  if (!list.row.journaled || (limit !== undefined && limit <= SHORT))
    return (await indexPage(table, list, withLimit(range, limit))).entries;
  const first = await indexPage(table, list, { ...range, limit: SHORT });
  const owned = first.next === undefined ? undefined : await readList(table, list);
  if (owned) return owned.filter(({ fields }) => fields[link] === target.id);
  return withRest(table, list, { range, limit, first });
}

const withLimit = <R extends object>(range: R, limit: number | undefined) =>
  limit === undefined ? range : { ...range, limit };

interface Beginning {
  readonly range: Pick<IndexRange, 'partition' | 'link'>;
  readonly limit: number | undefined;
  readonly first: IndexPage;
}

const AFTER_IDS = '~';

async function withRest(
  table: Table,
  list: RecordList,
  { range, limit, first }: Beginning,
): Promise<readonly Entry[]> {
  if (first.next === undefined) return first.entries;
  if (await startFoldForReaders(table, list, new Date())) throw inPreparation();
  const rest = { from: first.next, upTo: AFTER_IDS };
  const most = limit === undefined ? undefined : Math.max(1, limit - first.entries.length);
  try {
    const others = await indexPage(
      table,
      list,
      withLimit({ ...range, ...rest, affords: affordable(table) }, most),
    );
    return [...first.entries, ...others.entries];
  } catch (error) {
    if (isProblem(error, 'list_in_preparation')) await markAsLong(table, list);
    throw error;
  }
}

/** Of one request. About 50,000 entries. */
const MAX_READ_UNITS = 1500;

const affordable =
  ({ meter }: Table) =>
  (units: number): void => {
    if (meter.readUnits + units > MAX_READ_UNITS) throw inPreparation();
  };

const inPreparation = () =>
  problem('list_in_preparation', 'The list is long, and is being prepared. Try again in a minute.');
