/** The store of a DSP, for the function that delivers. */
import { Bucket } from '../bucket/bucket.ts';
import { environment, readSettings } from '../settings.ts';
import type { Table } from '../table/table.ts';
import type { DspStore } from './dsp-store.ts';
import { packageStore } from './package/package-store.ts';
import { sandboxStore } from './sandbox-store.ts';
import type { StoreBehavior } from './store-behaviors.ts';
import { behaviorOf } from './store-row.ts';

const IDLE_TIMEOUT_MS = 30_000;

/**
 * @param until when the caller has no time left: a transfer of files ends then, and the next try goes on with the rest.
 * @returns the store, which behaves as `set-store` has it at the moment of each hand-over.
 * @example const handover = await storeFor(table, parcel.dsp.id, AbortSignal.timeout(600_000)).hand(parcel, attempt)
 */
export function storeFor(
  table: Table,
  dspId: string,
  until: AbortSignal = new AbortController().signal,
): DspStore {
  return {
    hand: async (parcel, attempt) => storeOf(await behaviorOf(table, dspId), until).hand(parcel, attempt),
  };
}

function storeOf(behavior: StoreBehavior, until: AbortSignal): DspStore {
  const { sandboxReportSeconds, packages, webhookAllowedCidrs } = readSettings();
  if (behavior !== 'package') return sandboxStore(behavior, sandboxReportSeconds);
  return packageStore({
    bucket: new Bucket(environment('BUCKET_NAME')),
    settings: packages,
    source: { allowedCidrs: webhookAllowedCidrs, idleTimeoutMs: IDLE_TIMEOUT_MS, until },
  });
}
