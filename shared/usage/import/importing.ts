/** What an import needs besides its message. */
import type { Table } from '../../kit/table/table.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';

export interface Importing {
  /** One for each message: its meter counts the units of the message's log line. */
  readonly table: Table;
  readonly bucket: Bucket;
}
