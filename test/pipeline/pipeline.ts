/** Runs webhooks in one process: real functions, a real table, the local stage's queues and bus, and the test's clock. */
import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeAll, expect } from 'vitest';
import { busEvent } from '../../bin/local/eventbridge/event.ts';
import { handler as publishChanges } from '../../functions/publish-changes/handler.ts';
import { handler as webhooks } from '../../functions/webhooks/handler.ts';
import { EVENT_SOURCE } from '../../shared/kit/events/event-source.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { dueAttributes } from '../../shared/kit/work/due.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import {
  EVENT_KIND,
  newEventWork,
  type StoredEvent,
  toStoredEvent,
} from '../../shared/webhooks/deliveries/event-work.ts';
import type { WebhookEvent } from '../../shared/webhooks/events.ts';
import type { Delivery, PendingDelivery } from '../../shared/webhooks/rules/webhook-delivery.ts';
import { senderWith } from '../../shared/webhooks/sending/sender.ts';
import { type CallResponse, call, newAdmin, type Person } from '../support/calls.ts';
import type { Call } from '../support/event-of.ts';
import { type Receiver, receiver, stopReceivers, trustReceivers } from '../support/receivers.ts';
import { saveStage } from './saved-stage.ts';
import { now, pass, queue, useWorkStage } from './work-stage.ts';

export { now, pass, queue, run, settle, sweep } from './work-stage.ts';

let person: Person;
export const owner = (): Person => person;

/** Without jitter, and with time for what tests do during an attempt. */
const sender = senderWith({ now, random: () => 0.5, attemptTimeoutMs: 60_000 });

/**
 * Starts everything for the tests of a file, and cleans up after each test.
 * @param withTable what is started between the table and its first caller.
 */
export function usePipeline(settings: Partial<Settings> = {}, withTable?: () => Promise<void>): void {
  let putBack: () => Promise<void>;
  useWorkStage({ consumers: { Webhook: sender }, settings, ...(withTable && { withTable }) });
  beforeAll(async () => {
    trustReceivers();
    person = await newAdmin();
    putBack = await saveStage({ queues: queue() });
  });
  afterEach(async () => {
    stopReceivers();
    queue().isDown = false;
    await putBack();
    pass(7200);
  });
}

export const ask = (status: number, request: Call): Promise<CallResponse> =>
  call(webhooks, status, { token: person.token, ...request });

export interface Registered {
  readonly id: string;
  readonly secret: string;
}

export async function register(url: string, events = ['album.status_changed']): Promise<Registered> {
  const data = { type: 'webhook-endpoints', attributes: { url, events } };
  const { body } = await ask(201, { method: 'POST', path: '/webhook-endpoints', body: { data } });
  return { id: body.data.id, secret: body.data.attributes['signing-secret'] };
}

export async function patch(id: string, attributes: object): Promise<void> {
  const data = { type: 'webhook-endpoints', id, attributes };
  await ask(200, { method: 'PATCH', path: `/webhook-endpoints/${id}`, body: { data } });
}

export const remove = (id: string) => ask(204, { method: 'DELETE', path: `/webhook-endpoints/${id}` });

/**
 * Registers an endpoint with a receiver.
 * @param statuses its responses, in order; the last is repeated.
 */
export async function endpointResponding(
  ...statuses: readonly (number | { status: number; headers: Record<string, string> })[]
): Promise<Receiver & Registered> {
  const responses = [...statuses];
  const receiving = await receiver((_request, response) => {
    const next = (responses.length > 1 ? responses.shift() : responses[0]) ?? 204;
    const { status, headers } = typeof next === 'number' ? { status: next, headers: {} } : next;
    response.writeHead(status, headers).end();
  });
  return { ...receiving, ...(await register(`https://127.0.0.1:${receiving.port}/hook?token=quiet`)) };
}

/** Requests a test event. @returns its id. */
export async function askForTest(endpointId: string): Promise<string> {
  const path = `/webhook-endpoints/${endpointId}/test`;
  return (await ask(202, { method: 'POST', path })).body.data.id;
}

/** The stream record of a row's insertion. */
export const inserted = (row: Item, SequenceNumber = '1') => ({
  eventName: 'INSERT' as const,
  dynamodb: { SequenceNumber, NewImage: marshall(row) as never },
});

/** Publishes a test event from its row to the queue. */
export async function publish(eventId: string): Promise<void> {
  const row = await rowOf(eventKey(eventId));
  expect(await publishChanges({ Records: [inserted(row)] })).toEqual({ batchItemFailures: [] });
}

/** Changes the row of an event, and publishes what the change causes, as the stream does. */
export async function publishing<T>(eventId: string, change: () => Promise<T>): Promise<T> {
  const before = await new Table().get(eventKey(eventId));
  const result = await change();
  const after = await new Table().get(eventKey(eventId));
  if (before && after?.['causes'] !== undefined && after['version'] !== before['version']) {
    const images = { OldImage: marshall(before) as never, NewImage: marshall(after) as never };
    const record = { eventName: 'MODIFY' as const, dynamodb: { SequenceNumber: '1', ...images } };
    expect(await publishChanges({ Records: [record] })).toEqual({ batchItemFailures: [] });
  }
  return result;
}

/** Puts the event of an album's change on the queue. */
export function announce(changes: Partial<WebhookEvent> = {}): WebhookEvent {
  const event: WebhookEvent = {
    id: `evt_${randomUUID()}`,
    type: 'album.status_changed',
    createdAt: now().toISOString(),
    ownerId: person.userId,
    data: { album: { id: 7, upc: null, title: 'Ætherwave' }, previous_status: 'draft', status: 'in_review' },
    ...changes,
  };
  const content = { source: EVENT_SOURCE, type: event.type, detail: event, resources: [] };
  const body = JSON.stringify(busEvent({ ...content, time: now().getTime() }));
  queue().send('Webhook', { body, group: event.ownerId });
  return event;
}

export async function rowOf(key: Key): Promise<Item> {
  const row = await new Table().get(key);
  if (!row) throw new Error(`There is no row ${key.pk} ${key.sk}.`);
  return row;
}

/** The row of an event whose delivery to one endpoint is due. @param shard of the due index. */
export function dueEvent(id: string, { at, shard }: { at: Date; shard: string }): Item & Key {
  const data = { webhook_endpoint: { id: 17 }, message: '' };
  const event = { id, type: 'webhook.test', ownerId: '1', createdAt: at.toISOString(), data } as const;
  const work = newEventWork(event, ['17'], at);
  const key = eventKey(id);
  const due = { ...dueAttributes(EVENT_KIND, key, work), dueShard: shard };
  const { fields, ownerId: owner } = work.record;
  return { ...key, owner, version: 1, slim: { '~': 'older' }, rest: fields, counts: {}, ...due } as Item &
    Key;
}

/** The event as it is stored, or undefined. */
export async function stored(eventId: string): Promise<StoredEvent | undefined> {
  const row = await new Table().get(eventKey(eventId));
  return row && toStoredEvent(row);
}

export async function deliveries(eventId: string): Promise<Delivery[]> {
  return Object.values((await stored(eventId))?.record.fields.deliveries ?? {});
}

export async function delivery(eventId: string): Promise<Delivery> {
  const [first] = await deliveries(eventId);
  if (!first) throw new Error(`${eventId} has no delivery.`);
  return first;
}

export async function pendingDelivery(eventId: string): Promise<PendingDelivery> {
  const found = await delivery(eventId);
  if (found.status !== 'pending') throw new Error(`The delivery of ${eventId} is ${found.status}.`);
  return found;
}

/** The attributes of an endpoint as its owner sees them. */
export const shown = async (id: string) =>
  (await ask(200, { path: `/webhook-endpoints/${id}` })).body.data.attributes;
