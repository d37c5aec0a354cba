/** The handler of the sweep. It logs each sweep, and fails if any part of it failed. */
import { describedError, writeLine } from '../../platform/log.ts';
import { Table } from '../table/table.ts';
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
    const { woken, faults } = await sweep({ table, now: now(), kinds, isTimeLeft });
    const { calls, readUnits, writeUnits } = table.meter;
    writeLine({
      level: faults.length > 0 ? 'error' : 'info',
      message: 'sweep',
      woken,
      durationMs: Date.now() - startedAt,
      table: { calls, readUnits, writeUnits },
      ...(faults.length > 0 && { problems: faults.slice(0, MAX_PROBLEMS).map(describedError) }),
    });
    // Fail the invocation to raise the alarm.
    if (faults.length > 0) throw faults[0];
  };

/** Limits the size of the log line. */
const MAX_PROBLEMS = 10;
