/** The snapshot of a list: a row with its position in the journal, and content in it or in an object. */
import * as v from 'valibot';
import { describedError, writeLine } from '../../platform/log.ts';
import { writeMetrics } from '../../platform/metrics.ts';
import { foldWork } from '../records/fold-work.ts';
import { changesIn } from '../records/journal.ts';
import { layoutIn } from '../records/rows.ts';
import type { Item } from '../table/item.ts';
import { journalKey } from '../table/keys.ts';
import { type ReadObject, readContent, storedContent } from '../table/stored-content.ts';
import type { Table } from '../table/table.ts';
import type { List, ListState, StampedChange } from './list-state.ts';
import { decoded } from './snapshot-format.ts';

/** Prefix of the objects with snapshots. */
export const SNAPSHOT_PREFIX = 'lists/';

/** Where the objects of a list are. */
export const folderOf = ({ type, ownerId }: Pick<List, 'type' | 'ownerId'>): string =>
  `${SNAPSHOT_PREFIX}${type}/${ownerId}`;

/** Sorts after the rows of the journal, so that it is read last. */
const SNAPSHOT_SORT = 'snapshot';

export const snapshotKey = ({ type, ownerId }: Pick<List, 'type' | 'ownerId'>) =>
  journalKey(type, ownerId, SNAPSHOT_SORT);

/**
 * Time between a stamp and the moment from which strongly consistent reads see the row, at most: a call lasts
 * less than ten seconds and is not sent later than ten seconds after the stamp, and clocks differ.
 */
const WINDOW_MS = 30_000;

const pointer = v.object({
  /** Incremented by each fold. */
  number: v.number(),
  /** Another one if the entries are not those of the former snapshot and the journal alone. */
  epoch: v.string(),
  layout: v.string(),
  /** All rows of the journal before this time are in the snapshot. */
  position: v.string(),
  /** Rows before this time may be deleted. */
  oldest: v.string(),
  /** When it was written. */
  at: v.string(),
  count: v.number(),
  content: storedContent,
});

export type Pointer = v.InferOutput<typeof pointer>;

/** @returns undefined too if another version of the service wrote the row in another form. */
export const pointerIn = (row: Item | undefined): Pointer | undefined =>
  v.is(pointer, row) ? row : undefined;

/** @returns undefined if the snapshot cannot be read. */
export async function contentOf(
  list: List,
  { content }: Pointer,
  readObject: ReadObject,
): Promise<{ state: ListState; bytesPerEntry: number } | undefined> {
  try {
    return await decoded(list, await readContent(content, readObject));
  } catch (error) {
    const { type, ownerId } = list;
    writeLine({ level: 'error', message: 'list.unreadable', type, ownerId, problem: describedError(error) });
    writeMetrics(foldWork.name, { ListsUnreadable: 1 });
    return undefined;
  }
}

/** What the journal says of a list since a position. */
export interface Journal {
  readonly changes: readonly StampedChange[];
  /** False if some entries have another layout. */
  readonly isCurrent: boolean;
  /** The pointer as it was when the last row was read. */
  readonly pointer: Pointer | undefined;
  /** Everything stamped before this time has been read. */
  readonly position: string;
}

/** Reads with strong consistency. @param from an earlier position, without which the whole journal is read. */
export async function journalSince(table: Table, list: List, from = ''): Promise<Journal> {
  const position = new Date(Date.now() - WINDOW_MS).toISOString();
  const { pk: partition, sk: upTo } = snapshotKey(list);
  const rows = await table.query({ partition, from, upTo });
  const changes = rows.flatMap((row) =>
    row['sk'] === SNAPSHOT_SORT
      ? []
      : changesIn(row).map((change) => ({ ...change, stamp: String(row['sk']) })),
  );
  const isCurrent = changes.every(({ slim }) => !slim || layoutIn(slim) === list.layout);
  return { changes, isCurrent, pointer: pointerIn(rows.find(({ sk }) => sk === SNAPSHOT_SORT)), position };
}

/** @returns whether the journal goes on where the list ends: no row since can have been deleted. */
export const continues = (
  { pointer }: Journal,
  { epoch, position }: Pick<Pointer, 'epoch' | 'position'>,
): boolean => pointer?.epoch === epoch && pointer.oldest <= position;

/** @returns the time before which deletions are forgotten when a list is read up to a position. */
export const remembersSince = (position: string): string =>
  new Date(Date.parse(position) - WINDOW_MS).toISOString();
