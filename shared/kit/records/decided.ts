/** Repeats a decision until its write succeeds. */
import { conflictPause, type Pause } from '../table/conflict-pause.ts';
import type { Table } from '../table/table.ts';
import { Problems, problem } from '../values/problems.ts';
import { type Deciding, deciding } from './deciding.ts';

interface Options {
  readonly pause?: Pause;
}

/** With pauses, they fit into a request's time for the table. Fifty concurrent writers need fewer. */
const MAX_ATTEMPTS = 16;

/**
 * Repeats an attempt until it returns something other than 'again'.
 * @throws table_throttled (503) after the last attempt.
 */
export async function retried<T>(
  attempt: () => Promise<T | 'again'>,
  { pause = conflictPause }: Options = {},
): Promise<T> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
    const result = await attempt();
    if (result !== 'again') return result;
    if (attempts < MAX_ATTEMPTS) await pause(attempts);
  }
  throw problem('table_throttled', 'Concurrent requests kept changing the same record. Try again.');
}

/**
 * Reads, decides and saves, and starts over if anything that was read has changed before the decision is saved, or
 * before it is rejected.
 * @param attempt gets the store of one decision. It returns 'again' if its write is stale.
 * @example
 * await decided(store, async (store) => {
 *   const label = await findRecord(store, labels, id);
 *   const { is } = await save(store, label ? [{ resource: labels, before: label }] : []);
 *   return is === 'saved' ? undefined : 'again';
 * });
 */
export const decided = <S extends { readonly table: Table }, T>(
  store: S,
  attempt: (store: S & Deciding) => Promise<T | 'again'>,
  options?: Options,
): Promise<T> => retried(() => once(store, attempt), options);

/**
 * Reads several rows that belong together, and reads them again if one of them has changed before the last was read. Costs a
 * second read of each.
 * @example await readTogether(store, (store) => readRelease(store, album))
 */
export const readTogether = <S extends { readonly table: Table }, T>(
  store: S,
  read: (store: S & Deciding) => Promise<T>,
): Promise<T> =>
  retried(async () => {
    const noted = deciding(store);
    const found = await read(noted);
    return (await noted.reads.haveChanged()) ? 'again' : found;
  });

/** One attempt, for callers that repeat it themselves. @returns 'again' if what was read has changed. */
export async function once<S extends { readonly table: Table }, T>(
  store: S,
  attempt: (store: S & Deciding) => Promise<T | 'again'>,
): Promise<T | 'again'> {
  const decision = deciding(store);
  try {
    return await attempt(decision);
  } catch (error) {
    if (error instanceof Problems && (await decision.reads.haveChanged())) return 'again';
    throw error;
  }
}
