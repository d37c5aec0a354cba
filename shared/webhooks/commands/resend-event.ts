/** Makes deliveries of an event pending again, with a new schedule. */
import type { Run } from '../../kit/commands/listed.ts';
import { problem } from '../../kit/values/problems.ts';
import type { resendEvent } from '../commands.ts';
import { type Obstacle, type Resent, resend } from '../deliveries/resend.ts';

export const run = (async ({ 'event-id': eventId, endpoint: endpointId }, { table, now }) => {
  const resent = await resend({ table, now }, { eventId, endpointId, repairs: true });
  if (!resent) throw problem('unknown_record', `There is no event ${eventId}.`);
  const { fields } = resent.event.record;
  if (endpointId !== undefined && !fields.endpoints.includes(endpointId))
    throw problem('unknown_record', `The event ${eventId} is not addressed to the endpoint ${endpointId}.`);
  const deliveries = resent.results.map((result) => ({
    endpoint: result.endpointId,
    result: described(resent, result),
  }));
  return { event: eventId, type: fields.type, deliveries };
}) satisfies Run<typeof resendEvent>;

const obstacles: Readonly<Record<Exclude<Obstacle, 'pending'>, string>> = {
  deleted: 'not sent: the endpoint was deleted',
  disabled: 'not sent: the endpoint is disabled',
  busy: 'not sent: attempts are being made. Try again in half a minute',
};

function described({ event }: Resent, { endpointId, obstacle }: Resent['results'][number]): string {
  if (!obstacle) return 'pending again: the next attempt is made immediately';
  if (obstacle !== 'pending') return obstacles[obstacle];
  const delivery = event.record.fields.deliveries[endpointId];
  const next = delivery?.status === 'pending' ? delivery.nextAttemptAt : null;
  return `not sent: still pending, with the next attempt at ${next}`;
}
