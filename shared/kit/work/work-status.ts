/** Counts background work by kind and state, for operators. */
import type { Item } from '../table/item.ts';
import type { Table } from '../table/table.ts';
import { dueBy, dueShards, dueValue, isItemRunning } from './due.ts';
import type { WorkKind } from './kind.ts';
import { rowKey } from './sweep-round.ts';
import { NEVER } from './work-faults.ts';

interface KindStatus {
  readonly kind: string;
  /** Due, but not taken by a function yet. */
  readonly waiting: number;
  readonly running: number;
  /** Due later. */
  readonly scheduled: number;
  /** Waiting or scheduled after an attempt without an outcome. */
  readonly failing: number;
  /** No attempt is made before an operator continues it. */
  readonly stopped: number;
  /** When the work that has waited longest became due. */
  readonly 'oldest-waiting': string | null;
}

interface CountedWork {
  readonly kind: string;
  readonly state: 'waiting' | 'running' | 'scheduled' | 'stopped';
  readonly isFailing: boolean;
  readonly dueSince: string;
}

/** Limits per shard: entries are counted, and rows are read to tell their state. */
const MAX_ENTRIES = 1000;
const MAX_ROWS = 100;

/** The sweep moves work that it has sent a message for by at most this much. */
const MOVED_MS = 16 * 60_000;

/** @returns isWhole false if there is more work than was counted, so that the numbers are lower bounds. */
export async function workStatus({
  table,
  now,
  kinds,
}: {
  readonly table: Table;
  readonly now: Date;
  readonly kinds: readonly WorkKind[];
}): Promise<{ kinds: KindStatus[]; isWhole: boolean }> {
  const shards = await Promise.all(dueShards.map((partition) => readShard(table, partition, now)));
  const work = shards.flat().flatMap((item) => workIn(item, { now, kinds }));
  return {
    kinds: kinds.map(({ name }) => statusOf(name, work)),
    isWhole: shards.every(({ length }) => length < MAX_ENTRIES),
  };
}

/** @returns rows of work that may be due, and index entries of later work. */
async function readShard(table: Table, partition: string, now: Date): Promise<Item[]> {
  const entries = await table.query({ index: 'by-due-time', partition, limit: MAX_ENTRIES });
  const horizon = dueBy(new Date(now.getTime() + MOVED_MS));
  const near = entries.slice(0, MAX_ROWS).filter(({ dueAt }) => String(dueAt) <= horizon);
  const rows = await table.getMany(near.map(rowKey), true);
  return [...rows.filter((row) => dueValue(row, 'dueAt') !== undefined), ...entries.slice(near.length)];
}

function workIn(item: Item, { now, kinds }: { now: Date; kinds: readonly WorkKind[] }): CountedWork[] {
  const kind = kinds.find((each) => isOf(each, item))?.name;
  if (kind === undefined) return [];
  const moment = now.toISOString();
  const isRunning = isItemRunning(item, now);
  // Index entries have only the time of the next message.
  const dueSince = String(dueValue(item, 'nextAttemptAt') ?? String(dueValue(item, 'dueAt')).split('#')[0]);
  const state = dueSince <= moment ? 'waiting' : dueSince === NEVER ? 'stopped' : 'scheduled';
  const isFailing = state !== 'stopped' && !isRunning && dueValue(item, 'fault') !== undefined;
  return [{ kind, state: isRunning ? 'running' : state, isFailing, dueSince }];
}

/**
 * Index entries have no kind, but the keys of most kinds have their own form. One of two kinds that follow each other in the same
 * row counts for both.
 */
export function isOf({ name, key }: WorkKind, item: Item): boolean {
  const named = dueValue(item, 'dueKind');
  if (named !== undefined) return named === name;
  const { pk, sk } = key('*');
  return String(item['pk']).startsWith(pk.slice(0, pk.indexOf('*'))) && String(item['sk']).startsWith(sk);
}

function statusOf(kind: string, all: readonly CountedWork[]): KindStatus {
  const work = all.filter((each) => each.kind === kind);
  const count = (state: CountedWork['state']) => work.filter((each) => each.state === state).length;
  const waiting = work.filter(({ state }) => state === 'waiting').map(({ dueSince }) => dueSince);
  return {
    kind,
    waiting: waiting.length,
    running: count('running'),
    scheduled: count('scheduled'),
    failing: work.filter(({ isFailing }) => isFailing).length,
    stopped: count('stopped'),
    'oldest-waiting': waiting.toSorted()[0] ?? null,
  };
}
