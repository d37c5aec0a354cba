/** Makes an attempt under a claim that is renewed until the work ends. */
import type { Table } from '../table/table.ts';
import { claim, type NotClaimed, writeIf } from './claim.ts';
import { dueAttribute as at, type Claimed, type Due, dueChanges, isHeld, movedInDueIndex } from './due.ts';
import { enqueue } from './kind.ts';
import { type Holding, type Lease, NoSlot, Overtaken, RenewedLease } from './lease.ts';
import { MAX_CLAIMS, recordFault } from './work-faults.ts';

/**
 * 'overtaken': the claim was lost during the work. 'waiting': other work of the owner has all slots or must
 * end first, and a new message was sent. 'stopped': too many attempts have ended without an outcome.
 */
export type NotDone = NotClaimed | 'overtaken' | 'waiting' | 'stopped';

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
  if (claimed.claims > MAX_CLAIMS) {
    const died = new Error(`The function died during the last of ${MAX_CLAIMS} attempts.`);
    return (await noteFault(table, request, claimed, died)) ? 'stopped' : 'overtaken';
  }
  const lease = new RenewedLease(table, request, claimed);
  try {
    return await work(claimed, lease);
  } catch (error) {
    if (error instanceof Overtaken) return 'overtaken';
    if (error instanceof NoSlot)
      return (await waitForSlot(table, request, claimed)) ? 'waiting' : 'overtaken';
    // If this fails as well, the claim expires, and the next one counts.
    await noteFault(table, request, claimed, error).catch(() => {});
    throw error;
  } finally {
    await lease.end();
  }
}

const noteFault = <Row extends Due>(
  table: Table,
  { kind, key, now }: Holding<Row>,
  claimed: Claimed<Row>,
  error: unknown,
) =>
  recordFault(
    table,
    { kind: kind.name, key, claims: claimed.claims, condition: isHeld(claimed), now: now() },
    error,
  );

const FIRST_WAIT_SECONDS = 2;
/**
 * With up to 50 % jitter, about as long as the claim of a dead function, which holds its slots. So the next work begins
 * within two minutes after a crash.
 */
const MAX_WAIT_SECONDS = 30;
/**
 * Growth of successive waits, to limit polling. A free slot stays unused until the next poll. With a larger
 * factor, the last of many waiting jobs could wait about as long as all jobs before it took.
 */
const GROWTH = 1.3;

/** @param random from 0 to 1, spreads work that was postponed together. @internal For test/bench. */
export const waitSeconds = (waits: number, random: number): number =>
  Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * GROWTH ** waits) * (0.5 + random);

/** How long the sweep waits after the message is due, so that it sends no duplicates. */
const SWEPT_AFTER_MS = 60_000;

/**
 * Postpones work by some seconds if its owner has no free slot. The attempt does not count.
 * @returns false if another function has taken over.
 */
async function waitForSlot<Row extends Due>(
  table: Table,
  { kind, key, now, random = Math.random }: Holding<Row>,
  claimed: Claimed<Row>,
): Promise<boolean> {
  const moment = now();
  const next = new Date(moment.getTime() + waitSeconds(claimed.waits, random()) * 1000);
  const waiting = { nextAttemptAt: next.toISOString(), claimedUntil: null };
  const look = new Date(next.getTime() + SWEPT_AFTER_MS);
  const isWritten = await writeIf(table, {
    update: key,
    with: [
      ...dueChanges({ ...claimed, ...waiting }),
      { remove: at('claimant') },
      ...movedInDueIndex(key, look),
      { add: at('waits'), by: 1 },
      { add: at('claims'), by: -1 },
    ],
    condition: isHeld(claimed),
  });
  if (isWritten) await enqueue(kind, [{ ...claimed, ...waiting }], moment);
  return isWritten;
}
