/**
 * Removes what a list keeps of earlier versions of an entry: rows of the journal, and snapshots with their objects. Can be
 * repeated after each step.
 */
import type { Bucket } from '../../platform/bucket/bucket.ts';
import type { EntryChange } from '../records/journal.ts';
import { changesIn } from '../records/journal.ts';
import { failedConditions } from '../table/commit.ts';
import { rowExists } from '../table/expressions.ts';
import { bucketReader } from '../table/stored-content.ts';
import type { Table } from '../table/table.ts';
import { type Folding, refold } from './fold.ts';
import { entryWith, type RecordList } from './list-state.ts';
import { contentOf, folderOf, type Pointer, pointerIn, snapshotKey } from './snapshot.ts';

/** The version of an entry before which nothing is kept. */
export type Kept = Pick<EntryChange, 'id' | 'version'>;

/** @returns the number of removed versions. Their content is not used, because the journal also has the later version. */
export async function shortenJournal(table: Table, list: RecordList, { id, version }: Kept): Promise<number> {
  const { pk: partition, sk: upTo } = snapshotKey(list);
  const rows = await table.query({ partition, upTo });
  let removed = 0;
  for (const row of rows) {
    const sk = String(row['sk']);
    if (sk === upTo) continue;
    const changes = changesIn(row);
    const entries = changes.filter((each) => each.id !== id || each.version >= version);
    if (entries.length === changes.length) continue;
    const update = {
      update: { pk: partition, sk },
      with: [{ set: 'entries', to: entries.map(({ id, version, slim }) => ({ id, version, slim })) }],
      condition: rowExists,
    };
    await failedConditions(table.commit([update]));
    removed += changes.length - entries.length;
  }
  return removed;
}

/**
 * Folds the list until its snapshot has the version.
 * @returns the snapshot, null if there is none, or undefined if it does not have the version yet: repeat it half a minute
 * later.
 */
export async function currentSnapshot(
  folding: Folding,
  list: RecordList,
  kept: Kept,
): Promise<Pointer | null | undefined> {
  const before = await readSnapshot(folding.table, list, kept);
  if (before.isCurrent) return before.pointer;
  await refold(folding, list);
  const after = await readSnapshot(folding.table, list, kept);
  return after.isCurrent ? after.pointer : undefined;
}

/** A snapshot that cannot be read, or of another form, is replaced. */
async function readSnapshot(table: Table, list: RecordList, { id, version }: Kept) {
  const row = await table.get(snapshotKey(list));
  if (!row) return { isCurrent: true, pointer: null };
  const pointer = pointerIn(row);
  const content = pointer?.layout === list.layout ? await contentOf(list, pointer, bucketReader) : undefined;
  const revision = content && (entryWith(content.state.entries, id)?.revision ?? version);
  return { isCurrent: revision !== undefined && revision >= version, pointer: pointer ?? null };
}

/** Longer than a fold takes. */
export const LONGEST_FOLD_MS = 330_000;

/**
 * Deletes the objects of former snapshots, except those of folds that may not have ended.
 * @returns how many.
 */
export async function deleteFormerSnapshots(
  bucket: Bucket,
  list: RecordList,
  { current, now }: { readonly current: Pointer | null; readonly now: Date },
): Promise<number> {
  const kept = current && 'object' in current.content ? current.content.object : undefined;
  let deleted = 0;
  for await (const { key, modifiedAt } of bucket.list(`${folderOf(list)}/`)) {
    if (key === kept || now.getTime() - modifiedAt.getTime() < LONGEST_FOLD_MS) continue;
    await bucket.delete(key);
    deleted += 1;
  }
  return deleted;
}
