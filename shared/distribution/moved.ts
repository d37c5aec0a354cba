/** How requests and deliveries move to another stage, which delivers nothing unless it takes them over. */
import { albums } from '../catalogue/api/albums.ts';
import { recordFile } from '../kit/moves/record-file.ts';
import { findRecord } from '../kit/records/store.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { indexingWork } from '../matching/released/indexing-work.ts';
import { readSettings } from '../platform/settings.ts';
import { deliveries } from './api/deliveries.ts';
import { distributionRequests } from './api/distribution-requests.ts';
import { expectCompletion } from './deliveries/considered-complete.ts';
import { newReview } from './work/review-work.ts';
import { storeWork } from './work/store-work.ts';

export const movedDistribution = [
  recordFile(distributionRequests, {
    isUnfinished: ({ fields: { status } }) => status === 'pending',
    async finish(store, { id, ownerId, fields: { status, album } }, takesOver) {
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
    async finish(store, delivery, takesOver) {
      if (!takesOver) return;
      const { id, ownerId, fields } = delivery;
      if (fields.status !== 'pending') return expectCompletion(store, delivery);
      await failedConditions(store.table.commit([storeWork.start({ deliveryId: id, ownerId }, store.now)]));
    },
  }),
];
