/**
 * Counts the entries of a history that are not counted yet, and those of hours that may have changed. It may run
 * twice concurrently, and end after any step: one write at the end replaces the counts.
 */
import { type Api, keyRowOf } from '../declare/api.ts';
import { folderOf } from '../lists/snapshot.ts';
import {
  CHECK,
  foldTask,
  foldWork,
  listId,
  REOPENED,
  readListId,
  SETTLE,
  TALLY,
} from '../records/fold-work.ts';
import { failedConditions } from '../table/commit.ts';
import { equal, rowMissing } from '../table/expressions.ts';
import type { Json } from '../table/item.ts';
import { tableShape } from '../table/keys.ts';
import { bucketReader, storeContent } from '../table/stored-content.ts';
import type { Write } from '../table/write.ts';
import type { Attempt, Outcome } from '../work/attempt.ts';
import type { RowOf } from '../work/define-work.ts';
import { nextCount, nextTally, type Plan, planOf } from './count-plan.ts';
import { type Bucket, Counting, emptyTally, historyEnd, type Tally } from './tally.ts';
import { reportDifferences } from './tally-check.ts';
import { encoded } from './tally-format.ts';
import {
  entriesIn,
  type HistoryList,
  historyOf,
  type ReopenedHour,
  readTally,
  type StoredTally,
  tallyKey,
  tallyLayout,
  timeOf,
} from './tally-row.ts';

type Fold = RowOf<typeof foldWork>;

export interface CountingHistory extends Attempt<Fold> {
  readonly api: Pick<Api, 'resources' | 'keys'>;
}

type Result = 'counted' | 'unchanged' | 'overtaken';

export interface CountLine {
  readonly message: 'list.counted';
  readonly outcome: Result;
  readonly type: string;
  /** Entries that were read. */
  readonly entries: number;
}

const MINUTE_MS = 60_000;
const CHECKED_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;
const MIN_SETTLE_MS = 10 * MINUTE_MS;

/** @returns the history of a task, or undefined for the lists of other types. */
export function historyOfTask(api: CountingHistory['api'], id: string): HistoryList | undefined {
  const { type, ownerId } = readListId(id);
  const resource = api.resources.find((each) => each.type === type);
  return resource && historyOf(resource, keyRowOf(api, resource), ownerId);
}

/** One attempt. */
export async function countHistory(
  counting: CountingHistory,
  list: HistoryList,
): Promise<Outcome<Fold, CountLine>> {
  const { claimed, now } = counting;
  const { task } = readListId(claimed.listId);
  const { result, entries, settlesAt, isEmpty } = await count(counting, list, task);
  const line = { message: 'list.counted', outcome: result, type: list.resource.type, entries } as const;
  const again = (ms: number) => {
    const next = foldWork.next(claimed, new Date(now().getTime() + ms));
    return { is: 'again', next, line } as const;
  };
  if (task === CHECK && !isEmpty) return again(result === 'overtaken' ? MINUTE_MS : CHECKED_AFTER_MS);
  if (task === SETTLE && settlesAt !== undefined)
    return again(Math.max(MIN_SETTLE_MS, settlesAt - now().getTime()));
  // The write of the counts has deleted it. Otherwise, the sweep finds it once the claim has expired.
  if (task.startsWith(REOPENED)) return { is: 'recorded', line };
  return { is: 'done', line };
}

interface Counted {
  readonly result: Result;
  readonly entries: number;
  /** When unsettled hours are worth counting again. */
  readonly settlesAt: number | undefined;
  /** Whether there is nothing to count, and nothing was counted. The first count starts the checks again. */
  readonly isEmpty: boolean;
}

async function count(counting: CountingHistory, list: HistoryList, task: string): Promise<Counted> {
  const { table, lease } = counting;
  const now = Date.now();
  const isCheck = task === CHECK;
  const stored = await readTally(table, list, bucketReader);
  const known = stored.tally ?? emptyTally(new Date(now));
  const plan = planOf(known, stored, { now, isCheck });
  const { buckets, entries } = await countEntries(counting, list, plan.ranges, now);
  const hasNews = entries > 0 || plan.recounted.size > 0 || plan.closed.length > 0;
  // A check that reads nothing removes former counts. Any other first count is written even if it is empty.
  const isCurrent = isCheck ? known.buckets.length === 0 : stored.tally !== undefined;
  if (!hasNews && isCurrent) {
    const settlesAt = nextCount(known, false);
    return { result: 'unchanged', entries, settlesAt, isEmpty: !stored.tally };
  }
  const tally = nextTally(list, known, plan, { counted: buckets, now, isCheck });
  if ((isCheck || plan.recounted.size > 0) && stored.tally)
    await reportDifferences(table, list, { known, counted: tally, now });
  const settlesAt = nextCount(tally, task.startsWith(TALLY));
  await keepTasks({ table, list, stored, settlesAt });
  await lease.keep();
  const content = await storedTally(list, tally);
  await lease.keep();
  const isReplaced = await replaceTally({ table, list, stored, content, now }, plan.closed);
  return { result: isReplaced ? 'counted' : 'overtaken', entries, settlesAt, isEmpty: false };
}

async function countEntries(
  { table, lease }: CountingHistory,
  list: HistoryList,
  ranges: Plan['ranges'],
  now: number,
): Promise<{ buckets: readonly Bucket[]; entries: number }> {
  const counting = new Counting(list.history, { sortedBy: list.sortedBy, now });
  let entries = 0;
  for (const range of ranges) {
    for await (const page of pagesIn({ table, list }, range)) {
      await lease.keep();
      for (const entry of page) counting.add(entry);
      entries += page.length;
    }
    counting.end();
  }
  return { buckets: counting.buckets, entries };
}

const PAGE = 5000;

/** Pages of entries in the order of time. */
async function* pagesIn(
  { table, list }: { table: Attempt<Fold>['table']; list: HistoryList },
  range: { readonly from: string; readonly before: string },
) {
  let { from } = range;
  const { before } = range;
  for (;;) {
    const page = await entriesIn(table, list, { from, before, limit: PAGE });
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    from = `${timeOf(list, last)}#${last.id} `;
  }
}

interface Replacing {
  readonly table: Attempt<Fold>['table'];
  readonly list: HistoryList;
  readonly stored: StoredTally;
  readonly content: Json;
  readonly now: number;
}

/** An object costs less, but a request waits for it after the row. Counts of a million events have 10 to 35 KB. */
const MAX_ROW_BYTES = 40_000;

/** Nothing points to an object until the row is written. */
async function storedTally({ resource, ownerId }: HistoryList, tally: Tally): Promise<Json> {
  const folder = folderOf({ type: resource.type, ownerId });
  const content = await storeContent(folder, await encoded(tally), MAX_ROW_BYTES);
  return 'row' in content ? content.row : content;
}

/** @returns false if another function has replaced it, or if an hour was reopened again. */
async function replaceTally(
  { table, list, stored: { number }, content, now }: Replacing,
  closed: readonly ReopenedHour[],
): Promise<boolean> {
  const put = {
    ...tallyKey(list),
    number: number + 1,
    layout: tallyLayout(list),
    content,
    [tableShape.timeToLive]: Math.ceil(historyEnd(list.history, new Date(now).toISOString()) / 1000) + 86_400,
  };
  const writes: Write[] = [
    { put, condition: number > 0 ? equal('number', number) : { any: [rowMissing, { missing: 'number' }] } },
    ...closed.map(({ key, until }): Write => ({ delete: key, condition: equal('until', until) })),
  ];
  return (await failedConditions(table.commit(writes))) === undefined;
}

/** Before the counts, so that there are none without these tasks. */
async function keepTasks({
  table,
  list: { resource, ownerId },
  stored,
  settlesAt,
}: Pick<Replacing, 'table' | 'list' | 'stored'> & Pick<Counted, 'settlesAt'>): Promise<void> {
  const tasks = [
    ...(stored.tally ? [] : [{ task: CHECK, at: Date.now() + CHECKED_AFTER_MS }]),
    ...(settlesAt === undefined ? [] : [{ task: SETTLE, at: settlesAt }]),
  ];
  for (const { task, at } of tasks) {
    const put = foldTask(listId(resource.type, ownerId, task), new Date(at));
    await failedConditions(table.commit([{ put, condition: rowMissing }]));
  }
}
