/**
 * Consumes the webhook queue. An event from the bus starts its first round, and other messages continue it, or
 * send failed events of an endpoint again.
 */
import * as v from 'valibot';
import { retried } from '../../kit/records/decided.ts';
import { attempt } from '../../kit/work/attempt.ts';
import type { NotClaimed } from '../../kit/work/claim.ts';
import { consume } from '../../kit/work/consume.ts';
import { whyNotClaimable } from '../../kit/work/due.ts';
import { enqueue } from '../../kit/work/kind.ts';
import { eventWork, type RoundMessage } from '../deliveries/event-round.ts';
import { isFinished, newEventWork, type StoredEvent } from '../deliveries/event-work.ts';
import { findEvent, readEndpoints } from '../deliveries/find-event.ts';
import { recover } from '../deliveries/recover.ts';
import { recoveryWork } from '../deliveries/recovery-work.ts';
import { type WebhookMessage, webhookMessageSchema } from '../deliveries/webhook-messages.ts';
import { endpointIdsOf, isAddressed } from '../endpoints/endpoint.ts';
import { events, TEST_EVENT, type WebhookEvent } from '../events.ts';
import type { EventLine } from './report.ts';
import { makeRound } from './round.ts';
import type { Sending } from './sending.ts';

/** @param parts clock, random numbers and time limit, for tests. */
export const senderWith = (parts: Partial<Omit<Sending, 'table'>> = {}) =>
  consume({
    schema: webhookMessageSchema,
    subject,
    process: (message, table) => {
      const sending = { now: () => new Date(), random: Math.random, ...parts, table };
      if ('id' in message) return attempt(recovery, message, sending);
      return 'detail' in message ? receive(message.detail, sending) : continueEvent(message, sending);
    },
    fault: 'webhook.fault',
  });

const recovery = { kind: recoveryWork, log: 'recovery', make: recover } as const;

function subject(message: WebhookMessage): object {
  if ('id' in message) return { endpointId: message.id, position: message.attempt };
  if ('detail' in message) {
    const { id: eventId, type: eventType, ownerId: tenant } = message.detail;
    return { eventId, eventType, tenant };
  }
  const { eventId, attempt: position } = message;
  return { eventId, position };
}

/**
 * Stores an event from the bus with a delivery to each addressed endpoint, and makes the first round. Until
 * that has ended or was taken over, only redelivery of this message continues the event.
 * @throws on faults of the service, which do not count against endpoints. The message is redelivered.
 */
async function receive(event: WebhookEvent, sending: Sending): Promise<EventLine> {
  const { table, now } = sending;
  const first = { eventId: event.id, owner: event.ownerId, attempt: 0 };
  // The request for a test event has already stored it.
  if (event.type === TEST_EVENT) return continueEvent({ ...first, endpoints: [testedBy(event)] }, sending);
  const ids = await endpointIdsOf(table, event.ownerId);
  if (ids.length === 0) return { message: 'event.processed', outcome: 'unaddressed' };
  const endpoints = await readEndpoints(table, { ownerId: event.ownerId, ids });
  const addressed = ids.filter((id) => {
    const endpoint = endpoints.get(id);
    return endpoint && isAddressed(endpoint, event);
  });
  if (addressed.length > 0) {
    const work = newEventWork(event, addressed, now());
    const line = await makeRound({ work, stored: undefined, endpoints }, sending);
    if (line) return line;
  }
  // Stored by an earlier copy of the message. The subscriptions may have changed since.
  const line = await continueEvent({ ...first, endpoints: addressed }, sending);
  return line.outcome === 'unknown' ? { ...line, outcome: 'unaddressed' } : line;
}

const testedBy = ({ data }: WebhookEvent): string =>
  String(v.parse(events[TEST_EVENT].payload, data).webhook_endpoint.id);

/**
 * Makes the round that a message asks for, unless it was already made or is not due.
 * @throws on faults of the service, which do not count against endpoints. The message is redelivered.
 */
const continueEvent = (message: RoundMessage, sending: Sending): Promise<EventLine> =>
  // Another sender may claim the round, or record its result, after it was read.
  retried<EventLine>(async () => {
    const read = await findEvent(sending.table, message);
    if (!read) return notMade('unknown');
    const { event, endpoints } = read;
    const obstacle = obstacleOf(event, message, sending.now());
    if (!obstacle) return (await makeRound({ work: event, stored: event, endpoints }, sending)) ?? 'again';
    await enqueueAgain(event, obstacle, sending);
    return notMade(obstacle);
  });

const notMade = (outcome: NotClaimed): EventLine => ({ message: 'event.processed', outcome });

const obstacleOf = (event: StoredEvent, { attempt }: RoundMessage, now: Date): NotClaimed | undefined =>
  isFinished(event) ? 'finished' : whyNotClaimable(event, { attempt, now });

/** Sends another message if the sweep would not, because the current message is deleted. */
async function enqueueAgain(event: StoredEvent, obstacle: NotClaimed, { now }: Sending): Promise<void> {
  // Clocks differ slightly, and queues delay by whole seconds.
  if (obstacle === 'early') await enqueue(eventWork, [event], now());
  // The sender of the first round may die, and this message may be a copy of that sender's.
  if (obstacle === 'taken' && !event.isInDueIndex) {
    const nextAttemptAt = event.claimedUntil ?? event.nextAttemptAt;
    await enqueue(eventWork, [{ ...event, nextAttemptAt }], now());
  }
}
