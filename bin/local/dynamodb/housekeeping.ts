/** What DynamoDB does in the background: deletes expired items and trims streams. */
import * as v from 'valibot';
import type { Clock } from '../host/clock.ts';
import type { Engine } from './engine.ts';
import type { EngineCall } from './engine-call.ts';
import { RETENTION_SECONDS } from './stream-records.ts';
import type { LiveTable } from './table.ts';

const INTERVAL_MILLISECONDS = 60_000;
/** AWS may take days to delete expired items, so readers filter them, and the whole table is scanned. */
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

/** Runs every minute. A failure is reported, and the next run catches up. @returns what stops it. */
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

const pageSchema = v.object({
  Items: v.array(v.record(v.string(), v.unknown())),
  LastEvaluatedKey: v.optional(v.unknown()),
});

/** Deletes items whose time to live has passed, which the engine stores but ignores. @internal */
export async function deleteExpired(engine: EngineCall, table: LiveTable, now: number): Promise<void> {
  const { name: TableName, timeToLiveAttribute: attribute, keys } = table;
  if (!attribute) return;
  const condition = {
    ExpressionAttributeNames: { '#expires': attribute },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1000)) } },
  };
  let ExclusiveStartKey: unknown;
  do {
    const scan = { TableName, FilterExpression: '#expires < :now', ...condition };
    const from = ExclusiveStartKey !== undefined && { ExclusiveStartKey };
    const page = v.parse(pageSchema, await engine('DynamoDB_20120810.Scan', { ...scan, ...from }));
    for (const item of page.Items) {
      const Key = Object.fromEntries(keys.map((key) => [key, item[key]]));
      // Conditional, because the item may have been extended since the scan.
      const deletion = { TableName, Key, ConditionExpression: '#expires < :now', ...condition };
      await engine('DynamoDB_20120810.DeleteItem', deletion).catch(() => {});
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}
