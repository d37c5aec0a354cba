/** What working on one message needs beside the message. */
import type { Table } from '../../shared/table/table.ts';

export interface Sending {
  /** As this message sees it: its calls are counted in the message's log line. */
  readonly table: Table;
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How long an attempt may take; the ten seconds of the specification by default. */
  readonly attemptTimeoutMs?: number;
}
