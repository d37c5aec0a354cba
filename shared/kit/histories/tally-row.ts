/** The row with the counts of a history, the rows that reopen its hours, and its entries in the index. */

import * as v from 'valibot';
import { describedError, writeLine } from '../../platform/log.ts';
import type { Entry } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { REOPENED, readListId } from '../records/fold-work.ts';
import { layoutOf } from '../records/layout.ts';
import { entryOf, isOutdated } from '../records/rows.ts';
import { findRecords } from '../records/store.ts';
import { readable } from '../table/damaged-rows.ts';
import type { Item } from '../table/item.ts';
import { type History, journalKey, type Key, type KeyRow, ownerKey } from '../table/keys.ts';
import type { Query } from '../table/query.ts';
import { objectReader, type ReadObject, readContent, storedContent } from '../table/stored-content.ts';
import type { Table } from '../table/table.ts';
import type { Tally } from './tally.ts';
import { decoded } from './tally-format.ts';

/** The history of an owner. */
export interface HistoryList {
  readonly ownerId: string;
  readonly resource: Resource;
  readonly row: KeyRow;
  readonly history: History;
  readonly sortedBy: string;
}

/** @returns undefined for types without a history. */
export const historyOf = (resource: Resource, row: KeyRow, ownerId: string): HistoryList | undefined => {
  const { history, sortedBy } = row;
  return history && sortedBy !== undefined ? { ownerId, resource, row, history, sortedBy } : undefined;
};

const SORT = 'tally';

export const tallyKey = ({ resource, ownerId }: Pick<HistoryList, 'resource' | 'ownerId'>): Key =>
  journalKey(resource.type, ownerId, SORT);

const tallyRow = v.object({
  /** Incremented by each count. */
  number: v.number(),
  layout: v.string(),
  /** In the row as text, so that functions of an earlier version can read it. */
  content: v.union([v.string(), storedContent]),
});

/** An hour whose counts are not used, because its entries may have changed since. */
export interface ReopenedHour {
  readonly hour: string;
  readonly key: Key;
  /** Entries may change until then without another notice. */
  readonly until: string;
}

export interface StoredTally {
  readonly number: number;
  /** Undefined if there is none, or if it was counted by other fields. */
  readonly tally: Tally | undefined;
  readonly reopened: readonly ReopenedHour[];
}

/** Changes with the fields by which entries are counted. */
export const tallyLayout = ({ resource, row, history }: HistoryList): string =>
  [layoutOf(resource, row), ...history.fixed, history.settling.field].join();

/**
 * Reads both with strong consistency, and the counts last. Those that replace the counts of a reopened hour are there
 * once its row is gone.
 */
export async function readTally(
  table: Table,
  list: HistoryList,
  readObject = objectReader,
): Promise<StoredTally> {
  const { pk: partition } = tallyKey(list);
  const range = { from: SORT, upTo: `work#${REOPENED}~` };
  const rows = await table.query({ partition, ...range, newestFirst: true });
  const row = rows.find(({ sk }) => sk === SORT);
  return {
    number: Number(row?.['number'] ?? 0),
    tally: await tallyIn(list, row, readObject),
    reopened: rows.flatMap((each) => {
      if (each['listId'] === undefined) return [];
      const { task } = readListId(String(each['listId']));
      if (!task.startsWith(REOPENED)) return [];
      const key = { pk: String(each['pk']), sk: String(each['sk']) };
      return [{ hour: task.slice(REOPENED.length), key, until: String(each['until']) }];
    }),
  };
}

async function tallyIn(
  list: HistoryList,
  row: Item | undefined,
  readObject: ReadObject,
): Promise<Tally | undefined> {
  if (!v.is(tallyRow, row) || row.layout !== tallyLayout(list)) return undefined;
  try {
    const { content } = row;
    const stored = typeof content === 'string' ? { row: content } : content;
    return await decoded(await readContent(stored, readObject));
  } catch (error) {
    const { ownerId, resource } = list;
    const problem = describedError(error);
    writeLine({ level: 'error', message: 'list.unreadable', type: resource.type, ownerId, problem });
    return undefined;
  }
}

export interface Range extends Pick<Query, 'limit' | 'newestFirst' | 'between'> {
  /** Created at this time or later. */
  readonly from: string;
  /** Created before this time. */
  readonly before: string;
}

/** Sorts after all times. */
export const NEVER = '~';

/** @returns entries of the index in the order of time. Those of an older layout are completed from records. */
export async function entriesIn(
  table: Table,
  { resource, row, ownerId }: HistoryList,
  { from, before, ...query }: Range,
): Promise<readonly Entry[]> {
  // DynamoDB rejects empty ranges.
  if (from >= before) return [];
  const partition = ownerKey(ownerId, resource.type);
  const items = await table.query({
    index: 'by-owner',
    partition,
    from: from || ' ',
    upTo: before,
    ...query,
  });
  const read = readable(table, items, (item) => ({
    entry: entryOf(resource, { item, ownerId }),
    isOld: isOutdated(resource, row, item),
  }));
  const entries = read.map(({ entry }) => entry);
  const ids = read.flatMap(({ entry, isOld }) => (isOld ? entry.id : []));
  if (ids.length === 0) return entries;
  const records = await findRecords({ table }, resource, ids);
  const byId = new Map<string, Entry>(records.map((record) => [record.id, record]));
  return entries.map((entry) => byId.get(entry.id) ?? entry);
}

/** @returns the hours that are reopened. */
export const hoursIn = (reopened: readonly ReopenedHour[]): ReadonlySet<string> =>
  new Set(reopened.map(({ hour }) => hour));

export const timeOf = ({ sortedBy }: Pick<HistoryList, 'sortedBy'>, { fields }: Entry): string =>
  String(fields[sortedBy]);
