/** Sends a message for every row with a due attempt that is not running, to replace lost messages. */
import type { Table } from '../table/table.ts';
import { dueBy, dueShards } from './due-keys.ts';
import type { WorkKind } from './kind.ts';
import { rowKey, SweepRound } from './sweep-round.ts';

export interface Sweeping {
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
