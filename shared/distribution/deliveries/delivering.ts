/** What processing a message needs besides the message. */
import type { Store } from '../../kit/records/store.ts';
import type { Table } from '../../kit/table/table.ts';
import type { DspStore } from '../stores/dsp-store.ts';
import type { Transfers } from '../stores/store-for.ts';

export interface Delivering {
  /** One for each message: its meter counts the units of the message's log line. */
  readonly table: Table;
  readonly api: Store['api'];
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly storeFor: (table: Table, dspId: string, transfers: Transfers) => DspStore;
}
