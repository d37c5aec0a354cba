/** Postpones work by some seconds if its owner has no free place. The attempt does not count. */
import type { Table } from '../table/table.ts';
import { writeIf } from './claim.ts';
import { dueAttribute as at, type Claimed, type Due, isHeld } from './due.ts';
import { dueAt } from './due-keys.ts';
import { enqueue } from './kind.ts';
import type { Holding } from './lease.ts';

const FIRST_WAIT_SECONDS = 2;
/** With up to 50 % jitter, still below the two minutes within which work continues after a crash. */
const MAX_WAIT_SECONDS = 60;
/**
 * Growth of successive waits, to limit polling. A free place stays unused until the next
 * poll, so with a larger factor the last of many waiting works could wait about as long as all work before it
 * took.
 */
const GROWTH = 1.3;

/** @param random from 0 to 1, spreads work that was postponed together. @internal For test/bench. */
export const waitSeconds = (waits: number, random: number): number =>
  Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * GROWTH ** waits) * (0.5 + random);

/** How long the sweep waits after the message is due, so that it sends no duplicates. */
const SWEPT_AFTER_MS = 60_000;

/** @returns false if another function has taken over. */
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
