/** Looks after the engine's stream records, which it keeps for ever and searches without an index. */
import { DatabaseSync } from 'node:sqlite';

/** AWS keeps a stream's records as long. */
const KEPT_SECONDS = 24 * 3600;

/** Each write looks for the highest number so far; without this index it would be a little slower than the one before. */
export function orderStreamRecords(file: string): void {
  within(file, 5000, (database) =>
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    ),
  );
}

interface Forgetting {
  readonly table: string;
  /** Stays, as everything after it: the engine goes on counting from the highest it finds. */
  readonly before: string;
  readonly now: number;
}

export function forgetStreamRecords(file: string, { table, before, now }: Forgetting): void {
  within(file, 500, (database) =>
    database
      .prepare(
        `DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ?
         AND created_at < ?`,
      )
      .run(table, Number(before), Math.floor(now / 1000) - KEPT_SECONDS),
  );
}

/** @param timeout how long to wait for the engine's lock: nothing else happens in this process meanwhile. */
function within(file: string, timeout: number, action: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file, { timeout });
  try {
    action(database);
  } finally {
    database.close();
  }
}
