/**
 * Journals the changes of entries, in the transactions that make them. Lists are read from a snapshot and the
 * journal (shared/kit/lists).
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { batchesOf } from '../../platform/batches.ts';
import { type Api, keyRowOf } from '../declare/api.ts';
import type { Item } from '../table/item.ts';
import { journalKey } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import type { Change } from './changes.ts';
import { foldStart, listId } from './fold-work.ts';
import { type Slim, slimOf } from './rows.ts';

/** The state of an entry from a version of its record on. */
export interface EntryChange extends Item {
  readonly id: string;
  readonly version: number;
  /** Null after the deletion of the record, which has the next version. */
  readonly slim: Slim | null;
}

interface ListName {
  readonly type: string;
  readonly ownerId: string;
}

interface Journaled extends EntryChange, ListName {}

/** Rows have at most 400 KB. */
const ROW = {
  mostBytes: 300_000,
  bytesOf: (change: EntryChange) => Buffer.byteLength(JSON.stringify(change)),
};
const MAX_ENTRIES = 100;

/** One in so many changes starts the work of folding, some time later. */
const CHANGES_PER_START = 32;
const STARTED_AFTER_MS = 120_000;

/** @returns a row for each owner and type of which entries change. */
export function journalWrites(api: Pick<Api, 'keys'>, changes: readonly Change[], now: Date): Write[] {
  const journaled = changes.flatMap((change) => journaledChange(api, change));
  const lists = Map.groupBy(journaled, ({ type, ownerId }) => `${type} ${ownerId}`);
  return [...lists.values()].flatMap((list) => {
    const distinct = [...new Map(list.map((change) => [change.id, change])).values()];
    return distinct[0] ? entryWrites(distinct[0], distinct, now) : [];
  });
}

/** @returns the rows of changes of one list, each of another entry. They are part of a transaction. */
export const entryWrites = (list: ListName, changes: readonly EntryChange[], now: Date): Write[] =>
  batchesOf(changes, MAX_ENTRIES, ROW).flatMap((some) => rowOf(list, some, now));

/** The starts are chosen by id and version, so that no row is written by every change of an owner. */
function rowOf({ type, ownerId }: ListName, changes: readonly EntryChange[], now: Date): Write[] {
  const [first] = changes;
  if (!first) return [];
  const name = ({ id, version }: EntryChange) => `${id}.${version}`;
  const start = changes.find((change) => isChosen(name(change)));
  const at = new Date(now.getTime() + STARTED_AFTER_MS);
  const row = {
    ...(start && foldStart(listId(type, ownerId, name(start)), at)),
    ...journalKey(type, ownerId, name(first)),
    entries: changes.map(({ id, version, slim }) => ({ id, version, slim })),
  };
  return [{ put: row, stamped: true }];
}

const isChosen = (name: string): boolean =>
  (createHash('sha256').update(name).digest()[0] ?? 0) % CHANGES_PER_START === 0;

function journaledChange(api: Pick<Api, 'keys'>, { resource, before, after }: Change): Journaled[] {
  const row = keyRowOf(api, resource);
  if (!row.journaled) return [];
  const { type } = resource;
  if (after) {
    const { id, ownerId, version } = after;
    const slim = slimOf(resource, row, after);
    const isSame = before && isDeepStrictEqual(slim, slimOf(resource, row, before));
    return isSame ? [] : [{ type, ownerId, id, version, slim }];
  }
  if (!before) return [];
  const { id, ownerId, version } = before;
  return [{ type, ownerId, id, version: version + 1, slim: null }];
}

/** @returns the changes in a row of the journal. */
export const changesIn = (row: Item): readonly EntryChange[] => row['entries'] as readonly EntryChange[];
