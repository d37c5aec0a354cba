/** POST /webhook-endpoints/{id}/test: writes a test event with its delivery. The pipeline sends it. */
import { randomUUID } from 'node:crypto';
import { making } from '../../kit/crud/context.ts';
import { loadOwned } from '../../kit/crud/read/load.ts';
import { renderSingle } from '../../kit/crud/read/render.ts';
import type { ActionHandler } from '../../kit/group-handler.ts';
import { readQuery } from '../../kit/jsonapi/query.ts';
import { save } from '../../kit/records/store.ts';
import { CAUSE_ATTRIBUTE } from '../../kit/table/causes.ts';
import { problem } from '../../kit/values/problems.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import { eventKey } from '../deliveries/event-record.ts';
import { membersOf, newEventWork } from '../deliveries/event-work.ts';
import type { WebhookEvent } from '../events.ts';
import { TEST_EVENT } from '../events.ts';

const { type } = webhookEvents;
const MESSAGE = 'This is a test event. Your endpoint receives events like this one.';

export const sendTest: ActionHandler = async (context, id) => {
  const shape = readQuery(context.request.query, webhookEndpoints, 'single');
  const endpoint = await loadOwned(context, webhookEndpoints, id);
  if (!endpoint.fields['is-active']) {
    throw problem('webhook-endpoint-disabled', 'This endpoint is disabled. Set is-active to true first.');
  }
  const event: WebhookEvent = {
    id: `evt_${randomUUID()}`,
    type: TEST_EVENT,
    createdAt: context.now.toISOString(),
    ownerId: endpoint.ownerId,
    data: { webhook_endpoint: { id: Number(id) }, message: MESSAGE },
  };
  const work = newEventWork(event, [id], context.now);
  const { record } = work;
  const store = making(context, { type, ids: [event.id], status: 202 });
  await save(
    store,
    [{ resource: webhookEvents, after: record }],
    [
      // publish-changes announces rows with this attribute.
      { update: eventKey(event.id), with: [...membersOf(work), { set: CAUSE_ATTRIBUTE, to: type }] },
    ],
  );
  return renderSingle(context, { record, shape }, { status: 202, located: true });
};
