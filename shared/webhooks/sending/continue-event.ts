/** Makes the round that a message asks for, unless it was already made or is not due. */
import { retried } from '../../kit/records/store.ts';
import type { NotClaimed } from '../../kit/work/claim.ts';
import { enqueue } from '../../kit/work/kind.ts';
import { eventWork, type RoundMessage } from '../deliveries/event-round.ts';
import { isFinished, type StoredEvent } from '../deliveries/event-work.ts';
import { findEvent } from '../deliveries/find-event.ts';
import type { EventLine } from './line.ts';
import { makeRound } from './round.ts';
import type { Sending } from './sending.ts';

/** @throws on faults of the service, which do not count against endpoints. The message is redelivered. */
export const continueEvent = (message: RoundMessage, sending: Sending): Promise<EventLine> =>
  // Another sender may claim the round, or record its result, after it was read.
  retried(async () => {
    const found = await findEvent(sending.table, message);
    if (!found) return notMade('unknown');
    const { event, endpoints } = found;
    const obstacle = obstacleOf(event, message, sending.now());
    if (!obstacle) return (await makeRound({ work: event, stored: event, endpoints }, sending)) ?? 'again';
    await askAgain(event, obstacle, sending);
    return notMade(obstacle);
  });

const notMade = (outcome: NotClaimed): EventLine => ({ message: 'event.processed', outcome });

function obstacleOf(event: StoredEvent, { attempt }: RoundMessage, now: Date): NotClaimed | undefined {
  const moment = now.toISOString();
  if (isFinished(event)) return 'finished';
  if (event.position !== attempt) return 'past';
  if (event.nextAttemptAt > moment) return 'early';
  return event.claimedUntil !== null && event.claimedUntil > moment ? 'taken' : undefined;
}

/** Sends another message if the sweep would not, because the current message is deleted. */
async function askAgain(event: StoredEvent, obstacle: NotClaimed, { now }: Sending): Promise<void> {
  // Clocks differ slightly, and queues delay by whole seconds.
  if (obstacle === 'early') await enqueue(eventWork, [event], now());
  // The sender of the first round may die, and this message may be a copy of that sender's.
  if (obstacle === 'taken' && !event.isInDueIndex) {
    const nextAttemptAt = event.claimedUntil ?? event.nextAttemptAt;
    await enqueue(eventWork, [{ ...event, nextAttemptAt }], now());
  }
}
