/** The function that sweeps: one log line for each sweep, and a failure when one of its parts failed. */
import { describedError, writeLine } from '../../platform/log.ts';
import { Table } from '../table/table.ts';
import type { WorkKind } from './kind.ts';
import { sweep } from './sweep.ts';

/** The most that one page of rows takes: with less time left, the rest waits for the next sweep. */
const PAGE_TIME_MS = 10_000;

interface Invocation {
  readonly getRemainingTimeInMillis: () => number;
}

export const sweeper =
  (kinds: readonly WorkKind[], now: () => Date) =>
  async (_event: unknown, { getRemainingTimeInMillis }: Invocation): Promise<void> => {
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
    // A failed invocation raises the alarm.
    if (faults.length > 0) throw faults[0];
  };

/** In the log line, which may not grow with the number of rows. */
const MAX_PROBLEMS = 10;
