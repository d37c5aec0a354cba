/** Maintains the stream records in the engine's file: the engine itself never deletes them and has no index for them. */
import { DatabaseSync } from 'node:sqlite';

/** As on AWS. */
const RETENTION_SECONDS = 24 * 3600;

/** Each write looks up the highest sequence number. Without this index, that takes longer with every record. */
export function indexStreamRecords(file: string): void {
  withDatabase(file, 5000, (database) =>
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    ),
  );
}

interface Trim {
  readonly table: string;
  /** The first sequence number to keep. One record must stay, because the engine continues from the highest number. */
  readonly before: string;
  readonly now: number;
}

export function trimStreamRecords(file: string, { table, before, now }: Trim): void {
  withDatabase(file, 500, (database) =>
    database
      .prepare(
        `DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ?
         AND created_at < ?`,
      )
      .run(table, Number(before), Math.floor(now / 1000) - RETENTION_SECONDS),
  );
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
