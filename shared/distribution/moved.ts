/** How requests and deliveries move to another stage, which delivers nothing unless it takes them over. */
import * as v from 'valibot';
import { albums } from '../catalogue/api/albums.ts';
import { recordFile } from '../kit/moves/record-file.ts';
import { findRecord, type Store } from '../kit/records/store.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { problem } from '../kit/values/problems.ts';
import { indexingWork } from '../matching/released/indexing-work.ts';
import { readSettings } from '../platform/settings.ts';
import { dspOf } from './album-stores.ts';
import { type Delivery, deliveries } from './api/deliveries.ts';
import { distributionRequests } from './api/distribution-requests.ts';
import { expectCompletion } from './deliveries/considered-complete.ts';
import { approvalToMove } from './deliveries/moved-approval.ts';
import { storeKey } from './keys.ts';
import { type MovedApproval, movedApproval } from './rules/moved-approval.ts';
import { storeProtocols } from './stores/store-behaviors.ts';
import { behaviorsOf } from './stores/store-row.ts';
import { newReview } from './work/review-work.ts';
import { storeWork } from './work/store-work.ts';

/** @throws store_not_connected if only the stage of the export was connected to the store. */
async function requireStore({ table }: Store, delivery: Delivery, exported: unknown): Promise<void> {
  const dsp = dspOf(delivery);
  const wasConnected = storeProtocols.some((protocol) => protocol === exported);
  if (!wasConnected || (await table.get(storeKey(dsp)))) return;
  throw problem(
    'store_not_connected',
    `Delivery ${delivery.id} was to go to the connected store of DSP ${dsp}. Connect it here with connect-store, or choose what this stage does with set-store, and repeat the import.`,
  );
}

/** @returns what an earlier export said of a delivery that was moved before. */
async function movedIn({ table }: Store, deliveryId: string): Promise<MovedApproval | undefined> {
  const moved = (await table.get(storeWork.key(deliveryId)))?.['moved'];
  return v.is(movedApproval, moved) ? moved : undefined;
}

export const movedDistribution = [
  recordFile(distributionRequests, {
    isUnfinished: ({ fields: { status } }) => status === 'pending',
    async finish(store, { id, ownerId, fields: { status, album } }, { takesOver }) {
      const { table, now } = store;
      if (takesOver && status === 'pending')
        await table.commit([newReview({ requestId: id, ownerId }, readSettings(), now)]);
      if (status !== 'sent' || album === null) return;
      const released = await findRecord(store, albums, album);
      if (!released || released.fields['last-status'] === 'taken_down') return;
      await table.commit([indexingWork.start({ albumId: album, ownerId, isReleased: true }, now)]);
    },
  }),
  recordFile(deliveries, {
    isUnfinished: ({ fields: { status } }) => status === 'pending',
    /**
     * Another stage must not hand over to its own default what a connected store was to get, nor a release that is not the
     * approved one.
     */
    async readBeside(store, records) {
      const pending = records.filter(({ fields: { status } }) => status === 'pending');
      const dsps = [...new Set(pending.map(dspOf))];
      const behaviors = await behaviorsOf(store.table, dsps);
      const besides = pending.map(async (each) => {
        const approval = await approvalToMove(store, each, await movedIn(store, each.id));
        const to = behaviors[dsps.indexOf(dspOf(each))] ?? null;
        return [each.id, { members: { store: to, ...(approval && { approval }) } }] as const;
      });
      return new Map(await Promise.all(besides));
    },
    async finish(store, delivery, { takesOver, members }) {
      if (!takesOver) return;
      const { id, ownerId, fields } = delivery;
      if (fields.status !== 'pending') return expectCompletion(store, delivery);
      await requireStore(store, delivery, members['store']);
      const approval = members['approval'];
      const moved = v.is(movedApproval, approval) ? { moved: approval } : {};
      await failedConditions(
        store.table.commit([storeWork.start({ deliveryId: id, ownerId, ...moved }, store.now)]),
      );
    },
  }),
];
