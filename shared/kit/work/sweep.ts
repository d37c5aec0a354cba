/** Sends a message for every row with a due attempt that is not running, to replace lost messages. */
import { describedError, loggable, writeLine } from '../../platform/log.ts';
import { writeMetrics } from '../../platform/metrics.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../table/causes.ts';
import type { Item } from '../table/item.ts';
import { Table } from '../table/table.ts';
import { dueBy, dueShards, lastSweepKey } from './due.ts';
import type { WorkKind } from './kind.ts';
import { rowKey, SweepRound } from './sweep-round.ts';

/** Maximum time for a page. With less time left, the remaining rows wait for the next sweep. */
const PAGE_TIME_MS = 10_000;

/** @returns the handler of the sweep. It logs each sweep, and fails if any part of it failed. */
export const sweeper =
  (kinds: readonly WorkKind[], now: () => Date) =>
  async (_event: unknown, { getRemainingTimeInMillis }: { getRemainingTimeInMillis: () => number }) => {
    const startedAt = Date.now();
    const table = new Table();
    const isTimeLeft = () => getRemainingTimeInMillis() > PAGE_TIME_MS;
    const at = now();
    const { woken, overdueSeconds, faults } = await sweep({ table, now: at, kinds, isTimeLeft });
    const durationMs = Date.now() - startedAt;
    await recordSweep(table, { at: at.toISOString(), durationMs, woken, faults: faults.length });
    const { calls, readUnits, writeUnits } = table.meter;
    writeLine({
      level: faults.length > 0 ? 'error' : 'info',
      message: 'sweep',
      woken,
      durationMs,
      table: { calls, readUnits, writeUnits },
      ...(faults.length > 0 && { problems: faults.slice(0, MAX_PROBLEMS).map(describedError) }),
    });
    for (const [kind, OverdueSeconds] of Object.entries(overdueSeconds))
      writeMetrics(kind, { OverdueSeconds });
    // Fail the invocation to raise the alarm.
    if (faults.length > 0) throw loggable(faults[0]);
  };

/** For operators. An error is only logged, because the sweep has ended. */
async function recordSweep(table: Table, outcome: Item): Promise<void> {
  try {
    // Operators see by this row how far the stream has come.
    const row = { ...outcome, [CAUSE_ATTRIBUTE]: WORK_CAUSE };
    const assignments = Object.entries(row).map(([set, to]) => ({ set, to }));
    await table.commit([{ update: lastSweepKey, with: assignments }]);
  } catch (error) {
    writeLine({ level: 'error', message: 'sweep.not_recorded', problems: [describedError(error)] });
  }
}

/** Limits the size of the log line. */
const MAX_PROBLEMS = 10;

interface Sweeping {
  readonly table: Table;
  readonly now: Date;
  /** Every kind of work whose rows are in the due index. */
  readonly kinds: readonly WorkKind[];
  /** Called after each page. If it returns false, the remaining rows wait for the next sweep. */
  readonly isTimeLeft: () => boolean;
}

export interface Swept {
  /** Number of rows of each kind that got a message. */
  readonly woken: Readonly<Record<string, number>>;
  /** For each kind, how many seconds the longest due of these rows has waited. */
  readonly overdueSeconds: Readonly<Record<string, number>>;
  /** Errors. The affected rows stay due, and all others got their messages. */
  readonly faults: readonly unknown[];
}

/** @internal For the simulation in test/bench. */
export const ROWS_PER_PAGE = 100;

/**
 * Sweeps the due index once. It does not throw, because an error in one kind, shard or row must not stop the
 * others.
 * @example const { woken } = await sweep({ table, now, kinds: [validationWork], isTimeLeft: () => true })
 * @internal Tests sweep without the handler.
 */
export async function sweep({ isTimeLeft, ...sweeping }: Sweeping): Promise<Swept> {
  const round = new SweepRound(sweeping);
  const shards = await Promise.allSettled(dueShards.map((shard) => sweepShard(shard, round, isTimeLeft)));
  const failed = shards.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  return {
    woken: Object.fromEntries(round.woken),
    overdueSeconds: Object.fromEntries(round.overdueSeconds),
    faults: [...round.faults, ...failed],
  };
}

/** Reads page by page, the longest due rows first. */
async function sweepShard(partition: string, round: SweepRound, isTimeLeft: () => boolean): Promise<void> {
  let from: string | undefined;
  do {
    const entries = await round.table.query({
      index: 'by-due-time',
      partition,
      ...(from !== undefined && { from }),
      upTo: dueBy(round.now),
      limit: ROWS_PER_PAGE,
    });
    await round.wake(entries.map(rowKey));
    if (entries.length < ROWS_PER_PAGE) break;
    // Start after this page, because the index may still show its rows in their old place.
    from = `${String(entries.at(-1)?.['dueAt'])} `;
  } while (isTimeLeft());
}
