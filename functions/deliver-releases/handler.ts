/** Store queue -> stores: hands releases over and records what stores report. */
import { deliver, type Stores } from '../../shared/distribution/deliveries/deliver.ts';
import { storeMetrics } from '../../shared/distribution/deliveries/line.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { storeWork } from '../../shared/distribution/work/store-work.ts';
import { type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { api } from '../../shared/service/api.ts';

/** @param parts clock, random numbers and stores, for tests. */
export const delivererWith = (parts: Partial<Clock & Stores> = {}) =>
  consumeWork(
    {
      kind: storeWork,
      log: 'store',
      make: (attempt) => deliver({ ...attempt, api }, { storeFor, ...parts }),
      measure: storeMetrics,
    },
    parts,
  );

export const handler = delivererWith();
