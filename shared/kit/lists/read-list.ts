/** Reads a list from its snapshot and journal, or from memory and what was written since. */
import { objectReader } from '../table/stored-content.ts';
import type { Table } from '../table/table.ts';
import { forget, type KnownList, keep, keepWithoutSnapshot, knownList } from './list-memory.ts';
import { applied, type List, type Listed } from './list-state.ts';
import {
  contentOf,
  continues,
  type Journal,
  journalSince,
  type Pointer,
  pointerIn,
  remembersSince,
  snapshotKey,
} from './snapshot.ts';
import { startFoldForReaders } from './unreadable.ts';

/** Longer lists take more memory and time than a request has. */
const MAX_ENTRIES = 500_000;

/** The list has too many entries to be read. Parts of it can be read from indexes. */
export class ListTooLong extends Error {
  override name = 'ListTooLong';
}

/** @returns undefined for a list that is too long. @throws any other error. */
export function unlessTooLong(error: unknown): undefined {
  if (!(error instanceof ListTooLong)) throw error;
}

/**
 * @returns the entries by id, or undefined if a list without a usable snapshot is read from the index.
 * @throws ListTooLong
 */
export async function readList(table: Table, list: List): Promise<readonly Listed[] | undefined> {
  const known = knownList(list);
  if (!known) {
    const pointer = await findPointer(table, list);
    if (!pointer) keepWithoutSnapshot(list);
    return fromSnapshot(table, list, pointer);
  }
  const read = await journalSince(table, list, known.position);
  const next = advanced(list, known, read);
  if (next) return keep(list, next);
  forget(list);
  return fromSnapshot(table, list, read.pointer);
}

/** Eventually consistent, for half a unit. The journal is then read with the row as it is. */
async function findPointer(table: Table, list: List): Promise<Pointer | undefined> {
  const { pk: partition, sk: prefix } = snapshotKey(list);
  const [row] = await table.query({ partition, prefix, isEventual: true });
  return pointerIn(row);
}

/** If the journal was shortened since the row was read, the row was replaced, and is read a second time. */
const ATTEMPTS = 2;

async function fromSnapshot(
  table: Table,
  list: List,
  first: Pointer | undefined,
): Promise<readonly Listed[] | undefined> {
  let pointer = first;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (pointer?.layout !== list.layout) return undefined;
    if (pointer.count > MAX_ENTRIES) throw new ListTooLong(`${list.type} of ${list.ownerId}`);
    const { position, epoch } = pointer;
    const [content, read] = await Promise.all([
      contentOf(list, pointer, objectReader),
      journalSince(table, list, position),
    ]);
    if (!content) await startFoldForReaders(table, list, new Date());
    if (!content && read.pointer?.number === pointer.number) return undefined;
    const next = content && advanced(list, { ...content, position, epoch }, read);
    if (next) return keep(list, next);
    pointer = read.pointer;
  }
  return undefined;
}

/** @returns undefined if the journal does not go on where the list ends, or has entries of another layout. */
function advanced(list: List, known: KnownList, read: Journal): KnownList | undefined {
  if (!continues(read, known) || !read.isCurrent) return undefined;
  const { position } = read;
  const state = applied(known.state, read.changes, { list, since: remembersSince(position) });
  return { ...known, state, position };
}
