/** Every minute: what is due and nobody has begun gets its message, however it came to be without one. */
import { describedError, writeLine } from '../../shared/log.ts';
import { dueBy, dueShards } from '../../shared/table/keys.ts';
import { Table } from '../../shared/table/table.ts';
import { keyOf, type Sweeping, wake } from '../../shared/work/wake.ts';

/** What a page of rows takes at most: with less time left, the rest waits for the next sweep. */
const TIME_FOR_A_PAGE_MS = 10_000;
const ROWS_PER_PAGE = 100;

interface Invocation {
  readonly getRemainingTimeInMillis: () => number;
}

/** @param now tests bring their own clock. */
export const sweepWith =
  (now: () => Date = () => new Date()) =>
  async (_event: unknown, { getRemainingTimeInMillis }: Invocation): Promise<void> => {
    const startedAt = Date.now();
    const table = new Table();
    const isTimeLeft = () => getRemainingTimeInMillis() > TIME_FOR_A_PAGE_MS;
    const shards = await Promise.allSettled(
      dueShards.map((shard) => sweepShard(shard, { table, now: now(), isTimeLeft })),
    );
    const woken = shards.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0);
    const faults = shards.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    const { calls, readUnits, writeUnits } = table.meter;
    writeLine({
      level: faults.length > 0 ? 'error' : 'info',
      message: 'sweep',
      woken,
      durationMs: Date.now() - startedAt,
      table: { calls, readUnits, writeUnits },
      ...(faults.length > 0 && { problems: faults.map(describedError) }),
    });
    if (faults.length > 0) throw faults[0];
  };

export const handler = sweepWith();

/** Page by page, the longest due first. @returns how many rows were woken. */
async function sweepShard(
  partition: string,
  { isTimeLeft, ...sweeping }: Sweeping & { isTimeLeft: () => boolean },
): Promise<number> {
  const { table, now } = sweeping;
  let woken = 0;
  let from: string | undefined;
  do {
    const entries = await table.query({
      index: 'by-due-time',
      partition,
      ...(from !== undefined && { from }),
      upTo: dueBy(now),
      limit: ROWS_PER_PAGE,
    });
    woken += await wake(entries.map(keyOf), sweeping);
    if (entries.length < ROWS_PER_PAGE) break;
    // On from there: the index may still show the rows just woken in their old place.
    from = `${String(entries.at(-1)?.['dueAt'])} `;
  } while (isTimeLeft());
  return woken;
}
