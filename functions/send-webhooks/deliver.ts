/** One attempt of one delivery: claim it, read event and endpoint as they are now, POST, record the outcome. */
import { webhookEndpoints } from '../../shared/api/webhook-endpoints.ts';
import { webhookEvents } from '../../shared/api/webhook-events.ts';
import { bodyOf, type EventRecord, eventKey } from '../../shared/events/event-record.ts';
import { recordOf } from '../../shared/records/rows.ts';
import { readSettings } from '../../shared/settings.ts';
import { deliveryKey } from '../../shared/table/keys.ts';
import { type ClaimedDelivery, toDeliveryItem } from '../../shared/webhooks/deliveries/delivery.ts';
import { afterAttempt, afterSkippedAttempt } from '../../shared/webhooks/deliveries/delivery-progress.ts';
import { type DeliveryMessage, deliveryWork } from '../../shared/webhooks/deliveries/delivery-work.ts';
import { type Endpoint, endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import { countFailure, countSuccess } from '../../shared/webhooks/endpoints/endpoint-health.ts';
import { secretOf } from '../../shared/webhooks/endpoints/endpoint-secret.ts';
import { type AttemptResult, attempt } from '../../shared/webhooks/sending/attempt.ts';
import { claim, writeHeld } from '../../shared/work/claim.ts';
import { enqueue } from '../../shared/work/kind.ts';
import { closeIfFinished } from './close-event.ts';
import { attemptReport, type DeliveryReport } from './report.ts';
import type { Sending } from './sending.ts';

/**
 * @returns what the log says about it.
 * @throws on faults of the service: the message is redelivered, and nothing counts against the endpoint.
 */
export async function deliver(message: DeliveryMessage, sending: Sending): Promise<DeliveryReport> {
  const { table } = sending;
  const { endpointId, attempt: position } = message;
  const key = deliveryKey(message.eventId, endpointId);
  const claimed = await claim(table, { kind: deliveryWork, key, attempt: position, now: sending.now() });
  // Its sender may have crashed before it closed the event.
  if (claimed === 'finished')
    await closeIfFinished(table, (await subjects(message, sending)).event, endpointId);
  if (typeof claimed === 'string') return { message: 'delivery.skipped', outcome: claimed };
  const { event, endpoint } = await subjects(message, sending);
  if (event && endpoint) return makeAttempt(claimed, { event, endpoint }, sending);
  await writeHeld(table, claimed, { delete: key });
  await closeIfFinished(table, event, endpointId);
  return { message: 'delivery.skipped', outcome: 'gone', tenant: claimed.ownerId };
}

interface Subjects {
  readonly event: EventRecord;
  readonly endpoint: Endpoint;
}

async function subjects(
  { eventId, endpointId }: DeliveryMessage,
  { table }: Sending,
): Promise<{ [N in keyof Subjects]: Subjects[N] | undefined }> {
  const keys = [eventKey(eventId), endpointKey(endpointId)] as const;
  const rows = await table.getMany(keys, true);
  const [event, endpoint] = keys.map(({ pk }) => rows.find((row) => row['pk'] === pk));
  return {
    event: event && recordOf(webhookEvents, event),
    endpoint: endpoint && recordOf(webhookEndpoints, endpoint),
  };
}

async function makeAttempt(
  claimed: ClaimedDelivery,
  { event, endpoint }: Subjects,
  sending: Sending,
): Promise<DeliveryReport> {
  const { table, now, random } = sending;
  const result = endpoint.fields['is-active'] ? await attemptTo(endpoint, event, sending) : undefined;
  const options = { now: now(), random: random(), gaps: readSettings().webhookRetryGaps };
  const after = result ? afterAttempt(claimed, result, options) : afterSkippedAttempt(claimed, options);
  const isDisabled = result !== undefined && (await countOnEndpoint(result, endpoint, sending));
  const isRecorded = await writeHeld(table, claimed, { put: toDeliveryItem(after) });
  if (isRecorded && after.status === 'pending') await enqueue(deliveryWork, [after], now());
  if (isRecorded && after.status !== 'pending') await closeIfFinished(table, event, after.endpointId);
  return attemptReport(claimed, { event, result, after: isRecorded ? after : undefined, isDisabled });
}

async function attemptTo(
  endpoint: Endpoint,
  event: EventRecord,
  { now, attemptTimeoutMs: timeoutMs }: Sending,
): Promise<AttemptResult> {
  const request = {
    url: endpoint.fields.url,
    eventId: event.id,
    body: bodyOf(event),
    secret: await secretOf(endpoint, now()),
  };
  const { webhookAllowedCidrs: allowedCidrs } = readSettings();
  return attempt(request, { now, allowedCidrs, ...(timeoutMs && { timeoutMs }) });
}

/**
 * Called before the delivery is recorded: after a crash in between, one more attempt is made and counted.
 * @returns whether the attempt disabled the endpoint.
 */
async function countOnEndpoint(
  { outcome }: AttemptResult,
  endpoint: Endpoint,
  { table, now }: Sending,
): Promise<boolean> {
  if (outcome === 'failed')
    return countFailure(table, endpoint, { now: now(), limits: readSettings().webhookDisable });
  await countSuccess(table, endpoint);
  return false;
}
