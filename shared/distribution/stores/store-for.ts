/** Finds the store of a DSP for the function that delivers. */
import type { Table } from '../../kit/table/table.ts';
import { environment, readSettings } from '../../platform/settings.ts';
import type { DspStore } from './dsp-store.ts';
import { packageStore } from './package/package-store.ts';
import { sandboxStore } from './sandbox-store.ts';
import type { StoreBehavior } from './store-behaviors.ts';
import { behaviorOf } from './store-row.ts';

const IDLE_TIMEOUT_MS = 30_000;

export interface Transfers {
  /** Aborted when the caller runs out of time. A transfer then ends, and the next attempt continues it. */
  readonly until: AbortSignal;
  /** Called before a hand-over that transfers files. If it throws, the hand-over ends. */
  readonly begin: () => Promise<void>;
}

/** @returns the store, which reads the setting made by `set-store` at each hand-over. */
export const storeFor = (table: Table, dspId: string, transfers: Transfers): DspStore => ({
  hand: async (parcel, attempt) => {
    const store = await storeOf(await behaviorOf(table, dspId), transfers);
    return store.hand(parcel, attempt);
  },
});

async function storeOf(behavior: StoreBehavior, { until, begin }: Transfers): Promise<DspStore> {
  const { sandboxReportSeconds, packages, webhookAllowedCidrs } = readSettings();
  if (behavior !== 'package') return sandboxStore(behavior, sandboxReportSeconds);
  const { Bucket } = await import('#bucket');
  await begin();
  return packageStore({
    bucket: new Bucket(environment('BUCKET_NAME')),
    settings: packages,
    source: { allowedCidrs: webhookAllowedCidrs, idleTimeoutMs: IDLE_TIMEOUT_MS, until },
  });
}
