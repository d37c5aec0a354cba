/**
 * Deletes what depended on a deleted record and did not fit into its transaction, in parts that can be repeated.
 * The request does this after it, and `fold-lists` if the request was interrupted.
 */
import { batchesOf } from '../../platform/batches.ts';
import type { StoredRecord } from '../declare/fields.ts';
import { failedConditions } from '../table/commit.ts';
import { rowMissing } from '../table/expressions.ts';
import type { Write } from '../table/write.ts';
import type { Change } from './changes.ts';
import { retried } from './decided.ts';
import { deciding } from './deciding.ts';
import { deletionWork, type LeftOfDeletion, readDeletedId } from './deletion-work.ts';
import { type Dependent, dependentsOn } from './dependents.ts';
import { guardedLinkings, linkedRecords } from './linked-records.ts';
import { changed, type Store, save } from './store.ts';

/** Each changes a few rows: its own, the one it links to, and lists. */
const RECORDS_PER_PART = 15;

export type Left = Pick<LeftOfDeletion, 'deletedId' | 'cleared'>;

/** @param ending deletes the work. By default, also while a function has claimed it. @returns the number of records that were left. */
export async function finishDeletion(
  store: Store,
  { deletedId, cleared }: Left,
  ending: Write = deletionWork.end(deletedId),
): Promise<number> {
  const gone = readDeletedId(deletedId);
  const dependents = dependentsOn(store.api, gone.type);
  const counts = dependents.map((each) => clearDependents(store, gone, { ...each, cleared }));
  const left = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  const lists = await Promise.all(dependents.map((each) => emptyLists(store, gone, each)));
  await failedConditions(store.table.commit([...lists.flat(), ending]));
  return left;
}

type Gone = Pick<StoredRecord, 'type' | 'id' | 'ownerId'>;

/** @throws table_throttled if others keep changing the same records. */
async function clearDependents(
  store: Store,
  gone: Gone,
  dependent: Dependent & Pick<Left, 'cleared'>,
): Promise<number> {
  const link = { resource: dependent.resource, by: dependent.by };
  let done = 0;
  // Each part may change rows of the next one, so all is read again. What was read holds only for one record.
  for (let count = RECORDS_PER_PART; count === RECORDS_PER_PART; done += count)
    count = await retried(async () => {
      const { records } = await linkedRecords(store, gone, link);
      const [part = []] = batchesOf(records, RECORDS_PER_PART);
      const changes = part.map((before) => withoutLink(store, gone, { before, dependent }));
      if (changes.length === 0) return 0;
      return (await save(deciding(store), changes)).is === 'saved' ? changes.length : 'again';
    });
  return done;
}

function withoutLink(
  store: Store,
  gone: Gone,
  { before, dependent }: { before: StoredRecord; dependent: Dependent & Pick<Left, 'cleared'> },
): Change {
  const { resource, by, onDelete, cleared } = dependent;
  if (onDelete === 'cascade') return { resource, before, orphanOf: gone };
  const fields = { ...cleared[resource.type], [by]: null };
  return { resource, before, after: changed(store, resource, { before, fields }), orphanOf: gone };
}

/** @returns deletions of the lists that still exist. No record can enter them. */
async function emptyLists(store: Store, gone: Gone, { resource, by }: Dependent): Promise<Write[]> {
  const { unchanged } = await guardedLinkings(store, gone, { resource, by });
  return unchanged.flatMap((list) =>
    'check' in list && list.condition !== rowMissing
      ? [{ delete: list.check, condition: list.condition }]
      : [],
  );
}
