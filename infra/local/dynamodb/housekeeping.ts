/** What DynamoDB does in the background: deletes expired items and trims streams. */
import type { Clock } from '../host/clock.ts';
import type { Engine } from './engine.ts';
import { deleteExpired } from './expiry.ts';
import { RETENTION_SECONDS } from './stream-records.ts';
import type { LiveTable } from './table.ts';

const INTERVAL_MILLISECONDS = 60_000;
/** AWS may take days to delete expired items, so readers must filter them anyway, and the whole table is scanned. */
const RUNS_PER_EXPIRY = 10;

interface HousekeepingDependencies {
  readonly tables: readonly LiveTable[];
  readonly engine: Engine;
  /** The sequence number up to which every reader has processed the table's stream. */
  readonly consumedUpTo: (table: LiveTable) => string | undefined;
  /** Whether someone may still read records that were processed. */
  readonly hasDeadLetters: (table: LiveTable) => boolean;
  readonly clock: Clock;
  readonly warn: (text: string) => void;
}

/** Runs every minute. A failed run is reported, and the next one catches up. @returns a function that stops it. */
export function startHousekeeping(dependencies: HousekeepingDependencies): () => void {
  const { tables, engine, consumedUpTo, hasDeadLetters, clock, warn } = dependencies;
  let cancel = () => {};
  let runs = 0;
  const clean = async (table: LiveTable) => {
    const before = consumedUpTo(table);
    // As on AWS if there are dead letters. Otherwise, the images of all writes of a day would fill the disk.
    const seconds = hasDeadLetters(table) ? RETENTION_SECONDS : 0;
    if (before) engine.trimStream({ table: table.name, before, olderThan: clock.now() / 1000 - seconds });
    if (runs % RUNS_PER_EXPIRY === 0) await deleteExpired(engine.call, table, clock.now());
  };
  const run = async () => {
    runs += 1;
    for (const table of tables) {
      await clean(table).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        warn(`Housekeeping of ${table.name} failed and runs again in a minute: ${reason}`);
      });
    }
  };
  const schedule = () => {
    cancel = clock.at(clock.now() + INTERVAL_MILLISECONDS, () => void run().then(schedule));
  };
  schedule();
  return () => cancel();
}
