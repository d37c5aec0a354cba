/** Makes an attempt under a claim that is renewed until the work ends. */
import type { Table } from '../table/table.ts';
import { claim, type NotClaimed } from './claim.ts';
import type { Claimed, Due } from './due.ts';
import { type Holding, type Lease, NoPlace, Overtaken, RenewedLease } from './lease.ts';
import { waitForPlace } from './wait-for-place.ts';

/**
 * 'overtaken': the claim was lost during the work. 'waiting': other work of the owner has all places or must
 * end first, and a new message was sent.
 */
export type NotDone = NotClaimed | 'overtaken' | 'waiting';

/**
 * @returns the result of the work, or why it was not done.
 * @example
 * const done = await hold(table, { kind: validationWork, key, attempt, now }, (claimed) =>
 * validate(claimed));
 */
export async function hold<Row extends Due, T>(
  table: Table,
  request: Holding<Row>,
  work: (claimed: Claimed<Row>, lease: Lease) => Promise<T>,
): Promise<T | NotDone> {
  const claimed = await claim(table, { ...request, now: request.now() });
  if (typeof claimed === 'string') return claimed;
  const lease = new RenewedLease(table, request, claimed);
  try {
    return await work(claimed, lease);
  } catch (error) {
    if (error instanceof Overtaken) return 'overtaken';
    if (!(error instanceof NoPlace)) throw error;
    return (await waitForPlace(table, request, claimed)) ? 'waiting' : 'overtaken';
  } finally {
    await lease.end();
  }
}
