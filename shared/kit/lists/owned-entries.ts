/**
 * Lists the entries of a type. Short lists come from an index, and long ones of journaled types from the
 * snapshot. A long list without a snapshot is read from the index, and its readers start the fold that makes
 * one.
 */
import type { Entry } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { linkKey, ownerKey } from '../table/keys.ts';
import { Table } from '../table/table.ts';
import { Problems, problem } from '../values/problems.ts';
import { comparator } from './compare.ts';
import { type IndexRange, indexPage } from './index-page.ts';
import { isWithoutSnapshot, knownList } from './list-memory.ts';
import type { RecordList } from './list-state.ts';
import { ListTooLong, readList } from './read-list.ts';
import { markAsLong, startFoldForReaders } from './unreadable.ts';

/** A search_too_large. The caller that catches it adds what to request instead. */
export class TooManyRecords extends Problems {
  readonly type: string;

  constructor({ type }: Pick<RecordList, 'type'>) {
    super([{ code: 'search_too_large', detail: 'The list has too many records.' }]);
    this.type = type;
  }
}

/** The entries that are read from the index while the snapshot is looked for. They take 3 to 12 units. */
const SHORT = 100;
/** The same for rows with packed records, which are larger. */
const SHORT_PACKED = 10;

/**
 * @param limit of entries that are read from the index. A snapshot can have more.
 * @throws list_in_preparation (503), TooManyRecords (400)
 */
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
  const short = { ...range, limit: list.source ? SHORT_PACKED : SHORT };
  // Most lists are short and have no snapshot, so the index is read concurrently.
  const beginning = knownList(list) ? undefined : indexPage(table, list, short);
  const isIndexed = beginning && isWithoutSnapshot(list) && (await beginning).next === undefined;
  const [entries] = isIndexed ? [] : await Promise.all([fromSnapshot(table, list), beginning]);
  if (entries === TOO_LONG) throw new TooManyRecords(list);
  if (entries) return entries;
  const first = await (beginning ?? indexPage(table, list, short));
  const { entries: found, next } = first;
  const all = next === undefined ? found : await withRest(table, list, { range, limit, first: found, next });
  // Rows are in the order of their records.
  return list.source ? all.toSorted(comparator([])) : all;
}

interface Linking {
  /** The unbounded link. */
  readonly link: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly limit?: number;
}

/** @returns the entries that link to a record, oldest first. @throws as `entriesOfOwner`. */
export async function entriesLinkedTo(
  table: Table,
  list: RecordList,
  { link, target, limit }: Linking,
): Promise<readonly Entry[]> {
  const range = { link, partition: linkKey(list.ownerId, list.type, target) };
  if (!list.row.journaled || (limit !== undefined && limit <= SHORT))
    return (await indexPage(table, list, withLimit(range, limit))).entries;
  const { entries: first, next } = await indexPage(table, list, { ...range, limit: SHORT });
  if (next === undefined) return first;
  const owned = await fromSnapshot(table, list);
  const beginning = { range, limit, first, next };
  if (owned === TOO_LONG) return restOf(table, list, beginning, new TooManyRecords(list));
  if (owned) return owned.filter(({ fields }) => fields[link] === target.id);
  return withRest(table, list, beginning);
}

const TOO_LONG = 'too long';

const fromSnapshot = (table: Table, list: RecordList) =>
  readList(table, list).catch((error: unknown): typeof TOO_LONG => {
    if (error instanceof ListTooLong) return TOO_LONG;
    throw error;
  });

const withLimit = <R extends object>(range: R, limit: number | undefined) =>
  limit === undefined ? range : { ...range, limit };

/** What is known of a list in an index that has more. */
interface Beginning {
  readonly range: Pick<IndexRange, 'partition' | 'link'>;
  readonly limit: number | undefined;
  readonly first: readonly Entry[];
  /** Where the rest of the index begins. */
  readonly next: string;
}

async function withRest(table: Table, list: RecordList, beginning: Beginning): Promise<readonly Entry[]> {
  const inPreparation = problem(
    'list_in_preparation',
    'The list is long, and is being prepared. Try again in a minute.',
  );
  if (await startFoldForReaders(table, list, new Date())) throw inPreparation;
  try {
    return await restOf(table, list, beginning, inPreparation);
  } catch (error) {
    // Also if the time of the request is over, which ends all calls of its table.
    await markAsLong(new Table(), list);
    throw error;
  }
}

/** The most units for one request, which are about 50,000 entries. */
const MAX_READ_UNITS = 1500;
const AFTER_IDS = '~';

/** @throws what rejects the request before it takes too many units. */
async function restOf(
  table: Table,
  list: RecordList,
  { range, limit, first, next }: Beginning,
  rejection: Problems,
): Promise<readonly Entry[]> {
  const affords = (units: number) => {
    if (table.meter.readUnits + units > MAX_READ_UNITS) throw rejection;
  };
  const rest = { ...range, from: next, upTo: AFTER_IDS, affords };
  const most = limit === undefined ? undefined : Math.max(1, limit - first.length);
  const { entries } = await indexPage(table, list, withLimit(rest, most));
  return [...first, ...entries];
}
