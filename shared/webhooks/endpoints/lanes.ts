/** Hands out start times of attempts to slow endpoints, with one or two conditional writes each. */
import { attributesOf } from '../../kit/table/attributes.ts';
import { ConditionsFailed } from '../../kit/table/commit.ts';
import type { Assignment, Condition } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import { tableShape } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { laneKey } from '../keys.ts';
import { HORIZON_MS, type Lane, startIn } from './endpoint-pace.ts';

/** In epoch milliseconds. */
const at = attributesOf<{ readonly nextStart: number }>();

/** A lane that is not used for this long expires. */
const KEPT_SECONDS = 3600;

/** Under contention, a caller that loses this often gets no start time. */
const MAX_ATTEMPTS = 5;

/** @returns when the attempt may start, or undefined if the lane is full. */
export async function reserveStart(table: Table, lane: Lane, now: Date): Promise<Date | undefined> {
  let isFree = true;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const taken = await takeStart(table, lane, { now: now.getTime(), isFree });
    if ('start' in taken) return new Date(taken.start);
    if (startIn(taken.nextStart, now.getTime()) === undefined) return undefined;
    isFree = taken.nextStart <= now.getTime();
  }
  return undefined;
}

/** Takes the next start time if the lane is as expected. @returns that time, or the state of the lane. */
async function takeStart(
  table: Table,
  { name, intervalMs }: Lane,
  { now, isFree }: { now: number; isFree: boolean },
): Promise<{ start: number } | { nextStart: number }> {
  const next: Assignment = isFree
    ? { set: at('nextStart'), to: now + intervalMs }
    : { add: at('nextStart'), by: intervalMs };
  const condition: Condition = isFree
    ? { any: [{ missing: at('nextStart') }, { path: at('nextStart'), is: '<=', value: now }] }
    : { path: at('nextStart'), from: now, to: now + HORIZON_MS };
  const expires = { set: tableShape.timeToLive, to: Math.ceil(now / 1000) + KEPT_SECONDS };
  try {
    const write = { update: laneKey(name), with: [next, expires], condition };
    const row = await table.commit([write], { returning: 'new' });
    return { start: nextStartOf(row) - intervalMs };
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const [row] = error.failed.values();
    return { nextStart: nextStartOf(row) };
  }
}

const nextStartOf = (row: Item | undefined): number => Number(row?.['nextStart'] ?? 0);
