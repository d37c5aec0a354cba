/** Puts work back whose owner has no place for it, without counting an attempt: it is due again some seconds later. */
import type { Table } from '../table/table.ts';
import { writeIf } from './claim.ts';
import { dueAttribute as at, type Claimed, type Due, isHeld } from './due.ts';
import { dueAt } from './due-keys.ts';
import { enqueue } from './kind.ts';
import type { Holding } from './lease.ts';

const FIRST_WAIT_SECONDS = 2;
/** With half of it again by chance, less than the two minutes within which work goes on after a crash. */
const MAX_WAIT_SECONDS = 60;
/**
 * Each wait is longer by this factor than the one before, so that many who wait do not keep asking. A place that is left
 * stays empty until someone asks: with a larger factor, the last of much work would wait about as long as all before it.
 */
const GROWTH = 1.3;

/** @param random from 0 to 1: spreads work that was put back together. @internal For the simulation in test/bench. */
export const waitSeconds = (waits: number, random: number): number =>
  Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * GROWTH ** waits) * (0.5 + random);

/** The sweep looks so much later than the message comes: as long as messages arrive, it sends no copies. */
const SWEPT_AFTER_MS = 60_000;

/** @returns false when another function has taken over. */
export async function waitForPlace<Row extends Due>(
  table: Table,
  { kind, key, now, random = Math.random }: Holding<Row>,
  claimed: Claimed<Row>,
): Promise<boolean> {
  const moment = now();
  const next = new Date(moment.getTime() + waitSeconds(claimed.waits, random()) * 1000);
  const waiting = { nextAttemptAt: next.toISOString(), claimedUntil: null };
  const place = dueAt(new Date(next.getTime() + SWEPT_AFTER_MS), key);
  const isWritten = await writeIf(table, {
    update: key,
    with: [
      { set: at('nextAttemptAt'), to: waiting.nextAttemptAt },
      { set: at('claimedUntil'), to: waiting.claimedUntil },
      { remove: at('claimant') },
      { set: at('dueAt'), to: place },
      { remove: at('notices') },
      { add: at('waits'), by: 1 },
    ],
    condition: isHeld(claimed),
  });
  if (isWritten) await enqueue(kind, [{ ...claimed, ...waiting }], moment);
  return isWritten;
}
