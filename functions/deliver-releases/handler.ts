/** Store queue -> stores: hands releases over, and hears what stores say of them. */
import { deliver } from '../../shared/distribution/deliveries/deliver.ts';
import type { Delivering } from '../../shared/distribution/deliveries/delivering.ts';
import { storeMessageSchema } from '../../shared/distribution/deliveries/store-work.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { api } from '../../shared/service/api.ts';

/** @param parts clock, random numbers and stores, for tests. */
export const delivererWith = (parts: Partial<Omit<Delivering, 'table' | 'api'>> = {}) =>
  consume({
    schema: storeMessageSchema,
    subject: ({ deliveryId, attempt: position }) => ({ deliveryId, position }),
    process: (message, table) =>
      deliver(message, { now: () => new Date(), random: Math.random, storeFor, ...parts, api, table }),
    fault: 'store.fault',
  });

export const handler = delivererWith();
