/** Store queue -> stores: hands releases over, and hears what stores say of them. */
import { storeMessageSchema } from '../../shared/distribution/store-work.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { storeFor } from '../../shared/stores/store-for.ts';
import { deliver } from './deliver.ts';
import type { Delivering } from './delivering.ts';

/** @param parts clock, random numbers and stores, for tests. */
export const delivererWith = (parts: Partial<Omit<Delivering, 'table'>> = {}) =>
  consume({
    schema: storeMessageSchema,
    subject: ({ deliveryId, attempt: position }) => ({ deliveryId, position }),
    process: (message, table) =>
      deliver(message, { now: () => new Date(), random: Math.random, storeFor, ...parts, table }),
    fault: 'store.fault',
  });

export const handler = delivererWith();
