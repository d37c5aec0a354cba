/** What processing a message needs besides the message. */
import type { Store } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';

export interface Making {
  /** One for each message: its meter counts the units of the message's log line. */
  readonly table: Table;
  readonly api: Store['api'];
  readonly bucket: Bucket;
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
}
