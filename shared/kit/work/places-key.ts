/** Key of the row with the places of an owner. */
import type { Key } from '../table/keys.ts';

/** @param queue name of the variable with the queue's URL. */
export const placesKey = (queue: string, ownerId: string): Key => ({
  pk: `work-places#${queue}#${ownerId}`,
  sk: '#',
});
