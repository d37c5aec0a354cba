/** The row that says which work of an owner a function is doing. */
import type { Key } from '../table/keys.ts';

/** @param queue the variable that holds the address of the function's queue. */
export const placesKey = (queue: string, ownerId: string): Key => ({
  pk: `work-places#${queue}#${ownerId}`,
  sk: '#',
});
