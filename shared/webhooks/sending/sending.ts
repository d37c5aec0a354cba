/** What processing a message needs besides the message. */
import type { Table } from '../../kit/table/table.ts';

export interface Sending {
  /** One for each message: its meter counts the units of the message's log line. */
  readonly table: Table;
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How long an attempt may take; by default the ten seconds of the specification. */
  readonly attemptTimeoutMs?: number;
}
