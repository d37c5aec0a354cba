/** The dependencies of processing a message. */
import type { Table } from '../../kit/table/table.ts';

export interface Sending {
  /** One per message. Its meter counts the units for the message's log line. */
  readonly table: Table;
  readonly now: () => Date;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Time limit of an attempt; by default ten seconds (specification). */
  readonly attemptTimeoutMs?: number;
}
