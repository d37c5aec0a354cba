/** POST /webhook-events/{id}/resend: sends an event again to active endpoints whose delivery has ended. */
import { creationStore } from '../../kit/crud/context.ts';
import { unknownRecord } from '../../kit/crud/read/load.ts';
import { loadVisible } from '../../kit/crud/read/read.ts';
import { renderSingle } from '../../kit/crud/read/render.ts';
import type { ActionHandler } from '../../kit/group-handler.ts';
import { readQuery } from '../../kit/jsonapi/query.ts';
import { problem } from '../../kit/values/problems.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import { type Obstacle, resend } from '../deliveries/resend.ts';

export const resendEvent: ActionHandler = async (context, id) => {
  const shape = readQuery(context.request.query, webhookEvents, 'single');
  await loadVisible(context, webhookEvents, id);
  const { table, now } = context;
  const { commit } = creationStore(context, { type: webhookEvents.type, ids: [id], status: 202 });
  const resent = await resend({ table, now, commit }, { eventId: id });
  const obstacles = resent?.results.map(({ obstacle }) => obstacle) ?? [];
  // Deleted in the meantime, or hidden, because the last of its endpoints was deleted.
  if (!resent || obstacles.every((obstacle) => obstacle === 'deleted')) throw unknownRecord(webhookEvents);
  if (!obstacles.includes(undefined)) throw nothingToResend(obstacles);
  return renderSingle(context, { record: resent.event.record, shape }, { status: 202, located: true });
};

function nothingToResend(obstacles: readonly (Obstacle | undefined)[]) {
  const detail = obstacles.includes('busy')
    ? 'The event is being sent. Wait half a minute before you send it again.'
    : obstacles.includes('pending')
      ? 'The deliveries of the event to active endpoints are pending.'
      : 'The endpoints of the event are disabled. Set is-active of one to true first.';
  return problem('nothing_to_resend', detail);
}
