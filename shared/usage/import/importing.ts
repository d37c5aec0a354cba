/** The dependencies of an import. */
import type { Table } from '../../kit/table/table.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';

export interface Importing {
  /** One per message. Its meter counts the units for the message's log line. */
  readonly table: Table;
  readonly bucket: Bucket;
}
