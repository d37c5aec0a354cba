/** What processing a message needs besides the message. */
import type { Store } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';

export interface Validating {
  /** One for each message: its meter counts the units of the message's log line. */
  readonly table: Table;
  readonly api: Store['api'];
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How long a request for a part of the file may take. */
  readonly requestTimeoutMs?: number;
}
