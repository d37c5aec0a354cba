/** What processing a message needs besides the message. */
import type { Table } from '../kit/table/table.ts';

export interface Matching {
  /** One for each message: its meter counts the units of the message's log line. */
  readonly table: Table;
  readonly now: () => Date;
}
