/**
 * What precedes the writes of a history, whose past hours are counted (shared/kit/histories). A write that
 * changes what may already be counted reopens its hour first: until some time, the counts of the hour are not
 * used. The write is sent before that time. Others need nothing, because their hour is counted later.
 */
import { isDeepStrictEqual } from 'node:util';
import { once } from '../../platform/once.ts';
import { type Api, keyRowOf } from '../declare/api.ts';
import { MAX_SENDING_MS, sentInTime } from '../table/client.ts';
import { failedConditions } from '../table/commit.ts';
import type { History, KeyRow } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Change, changedRecord } from './changes.ts';
import { foldTask, listId, REOPENED, TALLY } from './fold-work.ts';

/** Writes of younger entries come before the count. */
const RECENT_MS = 60_000;

/**
 * Age of entries that are counted, at least. A write without a notice is sent at most 10 s after the entry was
 * recent, and is in the table within the window of the journal (30 s, shared/kit/lists/snapshot.ts). The rest is
 * for indexes that are behind.
 */
export const COUNTED_AFTER_MS = 180_000;

/** Time between the last write to a reopened hour and its next count, for the same reasons. */
export const SETTLED_AFTER_MS = 90_000;

/** One write for all that a function changes of an hour in this time. */
const REOPENED_FOR_MS = 100_000;

/** Starts in this time are one. */
const SLOT_MS = 300_000;

interface Counted {
  readonly type: string;
  readonly ownerId: string;
  /** When the entry was created. */
  readonly time: string;
  /** Whether the change may come after the count. */
  readonly isLate: boolean;
}

type Declared = { readonly api: Pick<Api, 'keys'> };

/**
 * Gives notice of changes to a history that may come after its count, and then commits them. Nothing is sent later than
 * ten seconds from now, because a notice ends (decision 023).
 * @param commit commits the writes of the changes, and repeats them after conflicts.
 * @returns what `commit` returns.
 */
export const commitWithNotices = <T>(
  store: Declared & { readonly table: Table },
  changes: readonly Change[],
  commit: () => Promise<T>,
): Promise<T> => {
  if (!changes.some(({ resource }) => keyRowOf(store.api, resource).history)) return commit();
  return sentInTime(async () => {
    await giveNotice(store, changes);
    return commit();
  });
};

async function giveNotice(
  { api, table }: Declared & { readonly table: Table },
  changes: readonly Change[],
): Promise<void> {
  const now = Date.now();
  const counted = changes.flatMap((change) => countedChange(keyRowOf(api, change.resource), change, now));
  const late = counted.filter(({ isLate }) => isLate);
  const hours = new Map(late.map((each) => [`${each.type} ${each.ownerId} ${each.time.slice(0, 13)}`, each]));
  await Promise.all(Array.from(hours.values(), (each) => reopen(table, each, now)));
}

/**
 * Starts the work of counting the entries of an owner, some minutes later. Call it for one in some dozens of new
 * entries: lists read those that are not counted yet. A lost start is replaced by a later one.
 */
export async function startCount(
  table: Table,
  { type, ownerId }: Pick<Counted, 'type' | 'ownerId'>,
  now: Date,
): Promise<void> {
  const end = (Math.floor(now.getTime() / SLOT_MS) + 1) * SLOT_MS;
  const task = listId(type, ownerId, `${TALLY}${new Date(end).toISOString()}`);
  await table.commit([{ put: foldTask(task, new Date(end + COUNTED_AFTER_MS)) }]);
}

function countedChange({ history, sortedBy = '' }: KeyRow, change: Change, now: number): readonly Counted[] {
  if (!history) return [];
  const { type, ownerId, fields } = changedRecord(change);
  const time = String(fields[sortedBy]);
  const isLate = Date.parse(time) < now - RECENT_MS && changesCount(history, change);
  return [{ type, ownerId, time, isLate }];
}

/** An hour with an entry that is not settled is not counted by the field that settles. */
function changesCount({ settling }: History, { before, after }: Change): boolean {
  if (!before || !after) return true;
  const [old, current] = [before, after].map(({ fields }) => fields[settling.field] ?? null);
  return settling.isSettled(old ?? null) && !isDeepStrictEqual(old, current);
}

/** Until when hours are reopened, by table, type, owner and hour. */
const reopened = /* @__PURE__ */ once(() => new Map<string, number>());
const MAX_REMEMBERED = 1000;

async function reopen(table: Table, { type, ownerId, time }: Counted, now: number): Promise<void> {
  const hour = time.slice(0, 13);
  const name = `${table.name} ${type} ${ownerId} ${hour}`;
  const memory = reopened();
  if ((memory.get(name) ?? 0) > now + MAX_SENDING_MS) return;
  const until = now + REOPENED_FOR_MS;
  await reopenHour(table, listId(type, ownerId, `${REOPENED}${hour}`), new Date(until));
  if (memory.size >= MAX_REMEMBERED) memory.clear();
  memory.set(name, until);
}

/** The row is also the work of counting the hour again. */
async function reopenHour(table: Table, id: string, until: Date): Promise<void> {
  const at = new Date(until.getTime() + SETTLED_AFTER_MS);
  const { pk, sk, ...row } = { ...foldTask(id, at), until: until.toISOString() };
  const write = {
    update: { pk, sk },
    with: [
      ...Object.entries(row).map(([set, to]) => ({ set, to })),
      ...['claimant', 'notices', 'waits'].map((remove) => ({ remove })),
    ],
    // Another function may have reopened it for longer.
    condition: { any: [{ missing: 'until' }, { path: 'until', is: '<', value: row.until }] },
  } as const;
  await failedConditions(table.commit([write]));
}
