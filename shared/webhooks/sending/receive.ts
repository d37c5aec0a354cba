/** Stores an event from the bus with a delivery to each addressed endpoint, and makes the first round. */
import * as v from 'valibot';
import { newEventWork } from '../deliveries/event-work.ts';
import { readEndpoints } from '../deliveries/find-event.ts';
import { endpointIdsOf, isAddressed } from '../endpoints/endpoint.ts';
import type { WebhookEvent } from '../events.ts';
import { events, TEST_EVENT } from '../events.ts';
import { continueEvent } from './continue-event.ts';
import type { EventLine } from './line.ts';
import { makeRound } from './round.ts';
import type { Sending } from './sending.ts';

/**
 * Until the first round has ended or was taken over, only redelivery of this message continues the event.
 * @throws on faults of the service, which do not count against endpoints. The message is redelivered.
 */
export async function receive(event: WebhookEvent, sending: Sending): Promise<EventLine> {
  const { table, now } = sending;
  const first = { eventId: event.id, attempt: 0 };
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
