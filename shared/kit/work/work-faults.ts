/**
 * Attempts that end without an outcome, because the service failed, its function died, or the row of the work cannot
 * be read. Each claim counts. The gaps between attempts grow, and after the last one the work is stopped until an
 * operator continues it.
 */
import { describedError, writeLine } from '../../platform/log.ts';
import { writeMetrics } from '../../platform/metrics.ts';
import { failedConditions } from '../table/commit.ts';
import type { Condition } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { dueAttribute as at, dueValue, movedInDueIndex } from './due.ts';

/** Minutes until the next attempt, by the number of attempts without an outcome. The last one repeats. */
const GAP_MINUTES = [1, 2, 4, 8, 15, 30, 60];

/** The last of them follows the first by a day. */
export const MAX_CLAIMS = 30;

/** When stopped work is due. It is the end of the due index, which no sweep reaches. */
export const NEVER = '9999-12-31T23:59:59.999Z';

/** The kind under which stopped work of all kinds is counted. */
export const ALL_KINDS = 'work';

/** The part of an error that rows keep, and operators see. */
const MAX_TEXT = 500;

export interface Faulty {
  readonly kind: string;
  readonly key: Key;
  /** How often the attempt was claimed since its last outcome, with this one. */
  readonly claims: number;
  /** Fails if another function has taken over. */
  readonly condition: Condition;
  readonly now: Date;
}

/** @returns when the next attempt is due; null if the work is stopped. */
export function afterFault(claims: number, now: Date): Date | null {
  if (claims >= MAX_CLAIMS) return null;
  const minutes = GAP_MINUTES[Math.min(claims, GAP_MINUTES.length) - 1] ?? GAP_MINUTES[0] ?? 1;
  return new Date(now.getTime() + minutes * 60_000);
}

/**
 * Postpones or stops the work, without reading its row.
 * @returns false if another function has taken over.
 */
export async function recordFault(
  table: Table,
  { kind, key, claims, condition, now }: Faulty,
  error: unknown,
): Promise<boolean> {
  const next = afterFault(claims, now);
  const due = next ?? new Date(NEVER);
  const problem = describedError(error);
  const write = {
    update: key,
    with: [
      { set: at('nextAttemptAt'), to: due.toISOString() },
      { set: at('claimedUntil'), to: null },
      { remove: at('claimant') },
      { set: at('claims'), to: claims },
      { set: at('fault'), to: { at: now.toISOString(), error: textOf(problem) } },
      ...movedInDueIndex(key, due),
    ],
    condition,
  };
  if (await failedConditions(table.commit([write]))) return false;
  if (!next) {
    writeLine({ level: 'error', message: 'work.stopped', kind, row: `${key.pk} ${key.sk}`, problem });
    writeMetrics(ALL_KINDS, { WorkStopped: 1 });
  }
  return true;
}

function textOf(problem: unknown): string {
  const { name, message } = Object(problem);
  return (message === undefined ? String(problem) : `${name}: ${message}`).slice(0, MAX_TEXT);
}

export const claimsIn = (item: Item): number => Number(dueValue(item, 'claims') ?? 0);
