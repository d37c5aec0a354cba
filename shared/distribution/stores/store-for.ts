/** Finds the store of a DSP for the function that delivers. */

import type { MessageSettings } from '../../ern/write/new-release-message.ts';
import type { Table } from '../../kit/table/table.ts';
import { environment, readSettings } from '../../platform/settings.ts';
import { connectionOf, type StoreConnection } from './connected/connection.ts';
import type { DspStore } from './dsp-store.ts';
import { packageStore } from './package/package-store.ts';
import { sandboxStore } from './sandbox-store.ts';
import { isConnected } from './store-behaviors.ts';
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
    const behavior = await behaviorOf(table, dspId);
    const { sandboxReportSeconds, packages } = readSettings();
    if (behavior === 'package') return (await packing(packages, transfers)).hand(parcel, attempt);
    if (!isConnected(behavior)) return sandboxStore(behavior, sandboxReportSeconds).hand(parcel, attempt);
    const connection = await connectionOf(table, dspId);
    const settings = connection ? settingsFor(dspId, packages, connection) : packages;
    const handover = await (await packing(settings, transfers)).hand(parcel, attempt);
    return handover.is === 'accepted' ? { is: 'packed' } : handover;
  },
});

async function packing(settings: MessageSettings, { until, begin }: Transfers): Promise<DspStore> {
  const { Bucket } = await import('#bucket');
  await begin();
  return packageStore({
    bucket: new Bucket(environment('BUCKET_NAME')),
    settings,
    source: { allowedCidrs: readSettings().webhookAllowedCidrs, idleTimeoutMs: IDLE_TIMEOUT_MS, until },
  });
}

/** What a connected store has agreed to comes before the settings of the stage. */
const settingsFor = (
  dspId: string,
  packages: MessageSettings,
  { partyId, messageVersion }: StoreConnection,
): MessageSettings => ({
  ...packages,
  recipientPartyIds: { ...packages.recipientPartyIds, ...(partyId !== null && { [dspId]: partyId }) },
  messageVersions: {
    ...packages.messageVersions,
    ...(messageVersion !== null && { [dspId]: messageVersion }),
  },
});
