/** Makes deliveries of an event pending again, with a new schedule. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import type { Operation } from '../../../kit/commands/operation.ts';
import { retried } from '../../../kit/records/store.ts';
import { problem } from '../../../kit/values/problems.ts';
import { enqueue } from '../../../kit/work/kind.ts';
import { renewed } from '../../deliveries/delivery-progress.ts';
import { eventWork } from '../../deliveries/event-round.ts';
import { isFinished, rested, type StoredEvent, saveEvent } from '../../deliveries/event-work.ts';
import { type Endpoints, findEvent, readEndpoints } from '../../deliveries/find-event.ts';
import type { Delivery } from '../../rules/webhook-delivery.ts';
import { resendEvent } from './declare.ts';

export const run = commandRun(resendEvent, (given, operation) =>
  // The sender may change the event after it was read.
  retried(async () => {
    const { 'event-id': eventId, endpoint } = given;
    const found = await findEvent(operation.table, { eventId, endpoints: [] });
    if (!found) throw problem('unknown_record', `There is no event ${eventId}.`);
    const { event } = found;
    const ids = chosen(event, endpoint);
    const endpoints = await readEndpoints(operation.table, ids);
    const responses = ids.map((id) => ({
      id,
      obstacle: obstacleTo(event, { id, endpoints }, operation.now),
    }));
    const resent = responses.filter(({ obstacle }) => obstacle === undefined).map(({ id }) => id);
    if (resent.length > 0 && !(await makePending(event, resent, operation))) return 'again';
    return {
      event: eventId,
      type: event.record.fields.type,
      deliveries: responses.map(({ id, obstacle }) => ({
        endpoint: id,
        result: obstacle ?? 'pending again: the next attempt is made immediately',
      })),
    };
  }),
);

/** @throws unknown_record if the event is not addressed to the endpoint. */
function chosen({ record }: StoredEvent, endpoint: string | undefined): readonly string[] {
  const { endpoints } = record.fields;
  if (endpoint === undefined) return endpoints;
  if (!endpoints.includes(endpoint))
    throw problem('unknown_record', `The event ${record.id} is not addressed to the endpoint ${endpoint}.`);
  return [endpoint];
}

/** @returns why the event cannot be delivered to the endpoint again, or undefined. */
function obstacleTo(
  event: StoredEvent,
  { id, endpoints }: { id: string; endpoints: Endpoints },
  now: Date,
): string | undefined {
  const endpoint = endpoints.get(id);
  const delivery = event.record.fields.deliveries[id];
  if (!endpoint || !delivery) return 'not sent: the endpoint was deleted';
  if (!endpoint.fields['is-active']) return 'not sent: the endpoint is disabled';
  if (event.claimedUntil !== null && event.claimedUntil > now.toISOString())
    return 'not sent: attempts are being made, so try again in half a minute';
  return delivery.status === 'pending' && !isStranded(event)
    ? `not sent: still pending, with the next attempt at ${delivery.nextAttemptAt}`
    : undefined;
}

/** Whether only the event's first message, which may be lost, could continue it. */
const isStranded = (event: StoredEvent): boolean => !isFinished(event) && !event.isInDueIndex;

/** @returns false if the event has changed since it was read. */
async function makePending(
  event: StoredEvent,
  ids: readonly string[],
  { table, now }: Operation,
): Promise<boolean> {
  const { deliveries } = event.record.fields;
  const again = ids.flatMap((id): [string, Delivery][] => {
    const delivery = deliveries[id];
    return delivery ? [[id, renewed(delivery, now)]] : [];
  });
  const work = rested(event, { ...deliveries, ...Object.fromEntries(again) });
  const saved = await saveEvent({ table, now }, event, work);
  if (saved) await enqueue(eventWork, [saved], now);
  return saved !== undefined;
}
