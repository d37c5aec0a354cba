/** Keys of the command log. */
import type { Key } from '../table/keys.ts';

/** Commands are partitioned by month. @param at time of the command (ISO 8601), or only its month. */
export const commandKey = (at: string, id: string): Key => ({
  pk: `commands#${at.slice(0, 7)}`,
  sk: `${at}#${id}`,
});
