/** POST /webhook-endpoints/{id}/test: writes a test event or an example of a type. The pipeline sends it. */

import { randomUUID } from 'node:crypto';
import { creationStore } from '../../kit/crud/context.ts';
import { loadOwned } from '../../kit/crud/read/load.ts';
import { renderSingle } from '../../kit/crud/read/render.ts';
import { readActionBody } from '../../kit/crud/write/read-action-body.ts';
import type { ActionHandler } from '../../kit/group-handler.ts';
import { readQuery } from '../../kit/jsonapi/query.ts';
import { deciding } from '../../kit/records/deciding.ts';
import { type Store, save } from '../../kit/records/store.ts';
import { CAUSE_ATTRIBUTE } from '../../kit/table/causes.ts';
import { problem } from '../../kit/values/problems.ts';
import { dueChanges } from '../../kit/work/due.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import { eventKey } from '../deliveries/event-record.ts';
import { type EventWork, newEventWork, saveEvent } from '../deliveries/event-work.ts';
import { events, TEST_EVENT, type WebhookEvent } from '../events.ts';

const { type } = webhookEvents;
const { body } = webhookEndpoints.actions.test;
const { example } = events[TEST_EVENT];

export const sendTest: ActionHandler = async (context, id) => {
  const shape = readQuery(context.request.query, webhookEndpoints, 'single');
  const endpoint = await loadOwned(context, webhookEndpoints, id);
  const { type: eventType = TEST_EVENT } = readActionBody(context, webhookEndpoints, { id, body });
  if (!endpoint.fields['is-active']) {
    throw problem('webhook-endpoint-disabled', 'This endpoint is disabled. Set is-active to true first.');
  }
  const event: WebhookEvent = {
    id: `evt_${randomUUID()}`,
    type: eventType,
    createdAt: context.now.toISOString(),
    ownerId: endpoint.ownerId,
    data:
      eventType === TEST_EVENT
        ? { ...example, webhook_endpoint: { id: Number(id) } }
        : events[eventType].example,
  };
  const store = creationStore(context, { type, ids: [event.id], status: 202 });
  const work = newEventWork(event, [id], context.now);
  if (eventType === TEST_EVENT) await announce(store, work);
  // Not on the bus, because the other endpoints that subscribe to the type would get the event as well.
  else await saveEvent({ ...store, starts: true }, undefined, work);
  return renderSingle(context, { record: work.record, shape }, { status: 202, located: true });
};

/** publish-changes announces rows with this attribute, which tests the bus as well. */
async function announce(store: Store, work: EventWork): Promise<void> {
  const { record } = work;
  const beside = [...dueChanges(work), { set: CAUSE_ATTRIBUTE, to: type }];
  await save(
    deciding(store),
    [{ resource: webhookEvents, after: record }],
    [{ update: eventKey(record.id), with: beside }],
  );
}
