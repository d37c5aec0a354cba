/** POST /webhook-endpoints/{id}/test: writes a test event with its delivery; the pipeline sends it. */
import { randomUUID } from 'node:crypto';
import { webhookEndpoints } from '../../shared/api/webhook-endpoints.ts';
import { webhookEvents } from '../../shared/api/webhook-events.ts';
import { TEST_EVENT } from '../../shared/domain/event-types.ts';
import type { ActionHandler } from '../../shared/handler.ts';
import { making } from '../../shared/kit/crud/context.ts';
import { loadOwned } from '../../shared/kit/crud/read/load.ts';
import { renderSingle } from '../../shared/kit/crud/read/render.ts';
import type { DomainEvent } from '../../shared/kit/events/event.ts';
import { eventKey } from '../../shared/kit/events/event-record.ts';
import { readQuery } from '../../shared/kit/jsonapi/query.ts';
import { save } from '../../shared/kit/records/store.ts';
import { CAUSE_ATTRIBUTE } from '../../shared/kit/table/causes.ts';
import { problem } from '../../shared/kit/values/problems.ts';
import { membersOf, newEventWork } from '../../shared/webhooks/deliveries/event-work.ts';

const { type } = webhookEvents;
const MESSAGE = 'This is a test event. Your endpoint receives events like this one.';

export const sendTest: ActionHandler = async (context, id) => {
  const shape = readQuery(context.request.query, webhookEndpoints, 'single');
  const endpoint = await loadOwned(context, webhookEndpoints, id);
  if (!endpoint.fields['is-active']) {
    throw problem('webhook-endpoint-disabled', 'This endpoint is disabled. Set is-active to true first.');
  }
  const event: DomainEvent = {
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
      // Makes the row announce itself: publish-changes reads rows with this attribute.
      { update: eventKey(event.id), with: [...membersOf(work), { set: CAUSE_ATTRIBUTE, to: type }] },
    ],
  );
  return renderSingle(context, { record, shape }, { status: 202, located: true });
};
