/** What DynamoDB does in the background: deletes expired items and trims streams. */
import type { Clock } from '../host/clock.ts';
import type { Engine } from './engine.ts';
import { deleteExpired } from './expiry.ts';
import type { LiveTable } from './table.ts';

/** AWS may take days to delete expired items, so readers must filter them anyway. */
const INTERVAL_MILLISECONDS = 10 * 60_000;

interface HousekeepingDependencies {
  readonly tables: readonly LiveTable[];
  readonly engine: Engine;
  /** The sequence number up to which every reader has processed the table's stream. */
  readonly consumedUpTo: (table: LiveTable) => string | undefined;
  readonly clock: Clock;
  readonly warn: (text: string) => void;
}

/** Runs every ten minutes. A failed run is reported, and the next one catches up. @returns a function that stops it. */
export function startHousekeeping(dependencies: HousekeepingDependencies): () => void {
  const { tables, engine, consumedUpTo, clock, warn } = dependencies;
  let cancel = () => {};
  const clean = async (table: LiveTable) => {
    const position = consumedUpTo(table);
    if (position) engine.trimStream(table.name, position, clock.now());
    await deleteExpired(engine.call, table, clock.now());
  };
  const run = async () => {
    for (const table of tables) {
      await clean(table).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        warn(`Housekeeping of ${table.name} failed and runs again in ten minutes: ${reason}`);
      });
    }
  };
  const schedule = () => {
    cancel = clock.at(clock.now() + INTERVAL_MILLISECONDS, () => void run().then(schedule));
  };
  schedule();
  return () => cancel();
}
