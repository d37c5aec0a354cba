/** The keys of the log of operators' commands. */
import type { Key } from '../table/keys.ts';

/** A command, by month. @param at when it was given, ISO 8601, or the month alone. */
export const commandKey = (at: string, id: string): Key => ({
  pk: `commands#${at.slice(0, 7)}`,
  sk: `${at}#${id}`,
});
