/** One attempt of one delivery: claim it, read the endpoint as it is now, POST, record how it went, plan what is next. */
import { webhookEndpoints } from '../../shared/api/webhook-endpoints.ts';
import { webhookEvents } from '../../shared/api/webhook-events.ts';
import { bodyOf, type EventRecord, eventKey } from '../../shared/events/event-record.ts';
import { send } from '../../shared/queue/queue.ts';
import { recordOf } from '../../shared/records/rows.ts';
import { environment, stageSettings } from '../../shared/settings.ts';
import type { Delivery } from '../../shared/webhooks/deliveries/delivery.ts';
import { afterAttempt, afterOmission } from '../../shared/webhooks/deliveries/delivery-progress.ts';
import {
  type DeliveryMessage,
  fitsTheQueue,
  messageFor,
} from '../../shared/webhooks/deliveries/delivery-work.ts';
import { type Endpoint, endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import { countFailure, countSuccess } from '../../shared/webhooks/endpoints/endpoint-health.ts';
import { secretOf } from '../../shared/webhooks/endpoints/endpoint-secret.ts';
import { type AttemptResult, attempt } from '../../shared/webhooks/sending/attempt.ts';
import { claim, type Refusal } from '../../shared/work/claim.ts';
import { close, drop, record } from './record.ts';
import type { Sending } from './sending.ts';

/** What the log line of an attempt says. */
export interface Report extends Partial<Pick<AttemptResult, 'status' | 'error'>> {
  /**
   * 'ended': event or endpoint is gone. 'omitted': the endpoint is disabled. 'overtaken': it took longer than its
   * claim, and another sender has made the attempt as well. Else what the delivery is after the attempt.
   */
  readonly outcome: Refusal | Delivery['status'] | 'ended' | 'omitted' | 'overtaken';
  readonly attemptMs?: number;
  readonly endpointDisabled?: true;
}

/** @throws on faults of the service: the message comes again, and nothing counts against the endpoint. */
export async function deliver(message: DeliveryMessage, sending: Sending): Promise<Report> {
  const { table, now, random } = sending;
  const claimed = await claim(message, sending);
  // Its sender may have died before it gave the event its end.
  if (claimed === 'finished')
    await close(table, (await subjects(message, sending)).event, message.endpointId);
  if (typeof claimed === 'string') return { outcome: claimed };
  const { event, endpoint } = await subjects(message, sending);
  if (!event || !endpoint) {
    await drop(table, claimed);
    await close(table, event, message.endpointId);
    return { outcome: 'ended' };
  }
  const result = endpoint.fields['is-active'] ? await attemptTo(endpoint, event, sending) : undefined;
  const around = { now: now(), random: random(), gaps: stageSettings().webhookRetryGaps };
  const after = result ? afterAttempt(claimed, result, around) : afterOmission(claimed, around);
  const report = result && (await counted(result, endpoint, sending));
  if (!(await record(table, claimed, after))) return { ...report, outcome: 'overtaken' };
  await goOn(after, event, sending);
  return { ...report, outcome: result ? after.status : 'omitted' };
}

interface Subjects {
  readonly event: EventRecord | undefined;
  readonly endpoint: Endpoint | undefined;
}

async function subjects({ eventId, endpointId }: DeliveryMessage, { table }: Sending): Promise<Subjects> {
  const keys = [eventKey(eventId), endpointKey(endpointId)] as const;
  const rows = await table.getMany(keys, true);
  const [event, endpoint] = keys.map(({ pk }) => rows.find((row) => row['pk'] === pk));
  return {
    event: event && recordOf(webhookEvents, event),
    endpoint: endpoint && recordOf(webhookEndpoints, endpoint),
  };
}

async function attemptTo(
  endpoint: Endpoint,
  event: EventRecord,
  { now, attemptTimeoutMs: timeoutMs }: Sending,
): Promise<AttemptResult> {
  const message = {
    url: endpoint.fields.url,
    eventId: event.id,
    body: bodyOf(event),
    secret: await secretOf(endpoint, now()),
  };
  const { webhookAllowedCidrs: allowedCidrs } = stageSettings();
  return attempt(message, { now, allowedCidrs, ...(timeoutMs && { timeoutMs }) });
}

/** Before the delivery is recorded: a sender that dies in between makes, and counts, one more attempt. */
async function counted(
  { outcome, status, error, durationMs: attemptMs }: AttemptResult,
  endpoint: Endpoint,
  { table, now }: Sending,
): Promise<Omit<Report, 'outcome'>> {
  const said = { status, error, attemptMs };
  if (outcome === 'acknowledged') {
    await countSuccess(table, endpoint);
    return said;
  }
  const limits = stageSettings().webhookDisable;
  const endpointDisabled = await countFailure(table, endpoint, { now: now(), limits });
  return { ...said, ...(endpointDisabled && { endpointDisabled }) };
}

async function goOn(delivery: Delivery, event: EventRecord, { table, now }: Sending): Promise<void> {
  if (delivery.status !== 'pending') return close(table, event, delivery.endpointId);
  if (fitsTheQueue(delivery, now())) {
    await send(environment('WEBHOOK_QUEUE_URL'), [messageFor(delivery, now())]);
  }
}
