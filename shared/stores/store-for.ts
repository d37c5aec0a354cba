/** The store of a DSP, for the function that delivers. */
import { readSettings } from '../settings.ts';
import type { Table } from '../table/table.ts';
import type { DspStore } from './dsp-store.ts';
import { sandboxStore } from './sandbox-store.ts';
import { behaviorOf } from './store-row.ts';

/**
 * @returns the store, which behaves as `set-store` has it at the moment of each hand-over.
 * @example const handover = await storeFor(table, parcel.dsp.id).hand(parcel, attempt)
 */
export function storeFor(table: Table, dspId: string): DspStore {
  return {
    hand: async (parcel, attempt) => {
      const behavior = await behaviorOf(table, dspId);
      const store = sandboxStore(behavior, readSettings().sandboxReportSeconds);
      return store.hand(parcel, attempt);
    },
  };
}
