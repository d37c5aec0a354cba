/** Maintains the stream records in the engine's file, which it neither deletes nor indexes. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Streams of AWS keep records as long. */
export const RETENTION_SECONDS = 24 * 3600;

/** Each write looks up the highest sequence number. Without an index, that takes longer with each record. */
export function indexStreamRecords(file: string): void {
  withDatabase(file, 5000, (database) =>
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    ),
  );
}

export interface Trim {
  readonly table: string;
  /** The first sequence number to keep. One record stays, because the engine counts on from the highest. */
  readonly before: string;
  /** Seconds since 1970. */
  readonly olderThan: number;
}

export function trimStreamRecords(file: string, { table, before, olderThan }: Trim): void {
  withDatabase(file, 500, (database) =>
    database
      .prepare(
        `DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ?
         AND created_at < ?`,
      )
      .run(table, Number(before), Math.floor(olderThan)),
  );
}

/** Free pages are used again, but a file never shrinks while it is open. */
const MIN_FREE_BYTES = 16_000_000;

/** Rewrites a file that is mostly free, in about a second. No engine may have it open. */
export function compactFile(file: string): void {
  if (!existsSync(file)) return;
  withDatabase(file, 5000, (database) => {
    const pragma = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    const free = pragma('freelist_count');
    if (free * pragma('page_size') < MIN_FREE_BYTES || free < pragma('page_count') / 2) return;
    database.exec('VACUUM');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  });
}

/** @param timeout milliseconds to wait for the engine's lock. The wait blocks this process. */
function withDatabase(file: string, timeout: number, action: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file, { timeout });
  try {
    action(database);
  } finally {
    database.close();
  }
}
