/** POST /webhook-endpoints/{id}/test: writes a test event and its delivery down; the pipeline does the rest. */
import { randomUUID } from 'node:crypto';
import { webhookEndpoints } from '../../shared/api/webhook-endpoints.ts';
import { webhookEvents } from '../../shared/api/webhook-events.ts';
import { singleAnswer } from '../../shared/crud/answer.ts';
import { loadOwned } from '../../shared/crud/load.ts';
import { problem } from '../../shared/domain/problems.ts';
import { TEST_EVENT } from '../../shared/events/catalogue.ts';
import type { DomainEvent } from '../../shared/events/event.ts';
import type { ActionHandler } from '../../shared/handler.ts';
import { readQuery } from '../../shared/jsonapi/query.ts';
import { absent } from '../../shared/table/commit.ts';
import { newDelivery, toDeliveryItem } from '../../shared/webhooks/delivery.ts';
import { fieldsOf } from '../../shared/webhooks/endpoint.ts';
import { eventRecord, toEventItem } from '../../shared/webhooks/event-row.ts';
import { shownEvent } from './event-hooks.ts';

const { type } = webhookEvents;
const MESSAGE = 'This is a test event. Your endpoint receives events like this one.';

export const sendTest: ActionHandler = async (context, id) => {
  const shape = readQuery(context.request.query, webhookEndpoints, 'single');
  const endpoint = await loadOwned(context, webhookEndpoints, id);
  if (!fieldsOf(endpoint)['is-active']) {
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
  await context.commit(
    [
      // The row is the cause of its own event: it wakes publish-changes.
      { put: { ...toEventItem(record), causes: type }, condition: absent },
      // Beside it and not when the event comes round: should it get lost on its way, the sweep finds the delivery.
      { put: toDeliveryItem(delivery), condition: absent },
    ],
    { type, id: event.id, status: 202 },
  );
  const shown = shownEvent(record, [delivery]);
  return singleAnswer(context, { record: shown, shape }, { status: 202, located: true });
};
