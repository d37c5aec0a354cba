/** Transfer queue -> connected stores: transfers packages, reads acknowledgements and sales reports, and tests connections. */
import * as v from 'valibot';
import { readingMetrics, readStore } from '../../shared/distribution/reading/read-store.ts';
import { testStore } from '../../shared/distribution/transfers/test-store.ts';
import { type Place, transferDelivery } from '../../shared/distribution/transfers/transfer-delivery.ts';
import { transferMetrics } from '../../shared/distribution/transfers/transfer-line.ts';
import { type StoreReading, storeReadingWork } from '../../shared/distribution/work/reading-work.ts';
import { storeTestWork } from '../../shared/distribution/work/store-test-work.ts';
import { type TransferWork, transferWork } from '../../shared/distribution/work/transfer-work.ts';
import { type Attempt, attempt, type Clock } from '../../shared/kit/work/attempt.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { environment } from '../../shared/platform/settings.ts';
import { api } from '../../shared/service/api.ts';
import { fetchReports } from '../../shared/usage/import/fetch-reports.ts';

const reading = {
  kind: storeReadingWork,
  log: 'store',
  make: (made: Attempt<StoreReading>) => {
    const { table, now } = made;
    const fetching = { table, now, bucket: new Bucket(environment('BUCKET_NAME')) };
    return readStore({ ...made, api, take: (placed) => fetchReports(fetching, placed) });
  },
  measure: readingMetrics,
};
const testing = { kind: storeTestWork, log: 'store', make: testStore };
const transferring = (place?: Place) => ({
  kind: transferWork,
  log: 'store',
  make: (made: Attempt<TransferWork>) => transferDelivery({ ...made, api }, place),
  measure: transferMetrics,
});

/** @param parts clock and random numbers, and how packages are placed, for tests. */
export const transfererWith = ({ place, ...clock }: Partial<Clock & { readonly place: Place }> = {}) =>
  consume({
    schema: v.union([
      transferWork.messageSchema,
      storeTestWork.messageSchema,
      storeReadingWork.messageSchema,
    ]),
    subject: ({ kind, id, attempt: position }) => ({ kind, id, position }),
    process: (message, table) => {
      const parts = { ...clock, table };
      if (message.kind === 'test') return attempt(testing, message, parts);
      return message.kind === 'reading'
        ? attempt(reading, message, parts)
        : attempt(transferring(place), message, parts);
    },
    fault: 'store.fault',
  });

export const handler = transfererWith();
