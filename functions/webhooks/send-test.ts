/** POST /webhook-endpoints/{id}/test: writes a test event and its delivery down; the pipeline does the rest. */
import { randomUUID } from 'node:crypto';
import { webhookEndpoints } from '../../shared/api/webhook-endpoints.ts';
import { webhookEvents } from '../../shared/api/webhook-events.ts';
import { making } from '../../shared/crud/context.ts';
import { loadOwned } from '../../shared/crud/read/load.ts';
import { renderSingle } from '../../shared/crud/read/render.ts';
import { problem } from '../../shared/domain/problems.ts';
import { TEST_EVENT } from '../../shared/events/catalogue.ts';
import type { DomainEvent } from '../../shared/events/event.ts';
import { eventKey, eventRecord } from '../../shared/events/event-record.ts';
import type { ActionHandler } from '../../shared/handler.ts';
import { readQuery } from '../../shared/jsonapi/query.ts';
import { save } from '../../shared/records/store.ts';
import { rowMissing } from '../../shared/table/expressions.ts';
import { newDelivery, toDeliveryItem } from '../../shared/webhooks/deliveries/delivery.ts';

const { type } = webhookEvents;
const MESSAGE = 'This is a test event. Your endpoint receives events like this one.';

export const sendTest: ActionHandler = async (context, id) => {
  const shape = readQuery(context.request.query, webhookEndpoints, 'single');
  const endpoint = await loadOwned(context, webhookEndpoints, id);
  if (!endpoint.fields['is-active']) {
    throw problem('webhook-endpoint-disabled', 'This endpoint is disabled: set is-active to true first.');
  }
  const event: DomainEvent = {
    id: `evt_${randomUUID()}`,
    type: TEST_EVENT,
    createdAt: context.now.toISOString(),
    ownerId: endpoint.ownerId,
    data: { webhook_endpoint: { id: Number(id) }, message: MESSAGE },
  };
  const record = eventRecord(event, [id]);
  const delivery = newDelivery(event, id);
  const store = making(context, { type, ids: [event.id], status: 202 });
  await save(
    store,
    [{ resource: webhookEvents, after: record }],
    [
      // The row is the cause of its own event: it wakes publish-changes.
      { update: eventKey(event.id), with: [{ set: 'causes', to: type }] },
      // Together with the event: if the event gets lost on its way, the sweep finds the delivery.
      { put: toDeliveryItem(delivery), condition: rowMissing },
    ],
  );
  return renderSingle(context, { record, shape }, { status: 202, located: true });
};
