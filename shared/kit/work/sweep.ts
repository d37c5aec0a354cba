/** Sends a message for every row whose attempt is due and that nobody works on, whatever happened to earlier messages. */
import type { Table } from '../table/table.ts';
import { dueBy, dueShards } from './due-keys.ts';
import type { WorkKind } from './kind.ts';
import { rowKey, SweepRound } from './sweep-round.ts';

export interface Sweeping {
  readonly table: Table;
  readonly now: Date;
  /** Every kind of work whose rows are in the due index. */
  readonly kinds: readonly WorkKind[];
  /** Asked after each page of rows: without time, the rest waits for the next sweep. */
  readonly isTimeLeft: () => boolean;
}

export interface Swept {
  /** How many rows of each kind got a message. */
  readonly woken: Readonly<Record<string, number>>;
  /** What went wrong. The rows concerned are as due as before; all others got their messages. */
  readonly faults: readonly unknown[];
}

/** @internal For the simulation in test/bench. */
export const ROWS_PER_PAGE = 100;

/**
 * Sweeps the due index once.
 * @returns what it did. It does not throw: trouble with one kind of work, one shard or one row does not stop the rest.
 * @example const { woken, faults } = await sweep({ table, now, kinds: [validationWork], isTimeLeft: () => true })
 */
export async function sweep({ isTimeLeft, ...sweeping }: Sweeping): Promise<Swept> {
  const round = new SweepRound(sweeping);
  const shards = await Promise.allSettled(dueShards.map((shard) => sweepShard(shard, round, isTimeLeft)));
  const failed = shards.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  return { woken: Object.fromEntries(round.woken), faults: [...round.faults, ...failed] };
}

/** Page by page, the longest due first. */
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
    // The next page begins after this one: the index may still show the rows just woken in their old place.
    from = `${String(entries.at(-1)?.['dueAt'])} `;
  } while (isTimeLeft());
}
