/** Transfer queue -> connected stores: transfers packages, and tests connections. */
import * as v from 'valibot';
import { storeTestWork } from '../../shared/distribution/transfers/store-test-work.ts';
import { testStore } from '../../shared/distribution/transfers/test-store.ts';
import { type Place, transferDelivery } from '../../shared/distribution/transfers/transfer-delivery.ts';
import { transferMetrics } from '../../shared/distribution/transfers/transfer-line.ts';
import { transferWork } from '../../shared/distribution/transfers/transfer-work.ts';
import { attempt, type Clock } from '../../shared/kit/work/attempt.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { api } from '../../shared/service/api.ts';

/** @param parts clock and random numbers, and how packages are placed, for tests. */
export const transfererWith = ({ place, ...clock }: Partial<Clock & { readonly place: Place }> = {}) =>
  consume({
    schema: v.union([transferWork.messageSchema, storeTestWork.messageSchema]),
    subject: ({ kind, id, attempt: position }) => ({ kind, id, position }),
    process: (message, table) =>
      message.kind === 'test'
        ? attempt({ kind: storeTestWork, log: 'store', make: testStore }, message, { ...clock, table })
        : attempt(
            {
              kind: transferWork,
              log: 'store',
              make: (made) => transferDelivery({ ...made, api }, place),
              measure: transferMetrics,
            },
            message,
            { ...clock, table },
          ),
    fault: 'store.fault',
  });

export const handler = transfererWith();
