/** The handler of the sweep. It logs each sweep, and fails if any part of it failed. */
import { describedError, loggable, writeLine } from '../../platform/log.ts';
import { writeMetrics } from '../../platform/metrics.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../table/causes.ts';
import type { Item } from '../table/item.ts';
import { Table } from '../table/table.ts';
import { lastSweepKey } from './due-keys.ts';
import type { WorkKind } from './kind.ts';
import { sweep } from './sweep.ts';

/** Maximum time for a page. With less time left, the remaining rows wait for the next sweep. */
const PAGE_TIME_MS = 10_000;

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
    // The stream shows operators how far it is by this row.
    const row = { ...outcome, [CAUSE_ATTRIBUTE]: WORK_CAUSE };
    const assignments = Object.entries(row).map(([set, to]) => ({ set, to }));
    await table.commit([{ update: lastSweepKey, with: assignments }]);
  } catch (error) {
    writeLine({ level: 'error', message: 'sweep.not_recorded', problems: [describedError(error)] });
  }
}

/** Limits the size of the log line. */
const MAX_PROBLEMS = 10;
