/** Sending all events again whose delivery to an endpoint was given up. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { newEventWork, rested, saveEvent } from '../../shared/webhooks/deliveries/event-work.ts';
import { failedDelivery, newDelivery } from '../../shared/webhooks/deliveries/progress.ts';
import { MAX_RECOVERED } from '../../shared/webhooks/deliveries/recover.ts';
import { failuresOf } from '../../shared/webhooks/keys.ts';
import { newAdmin } from '../support/calls.ts';
import type { Call } from '../support/event-of.ts';
import { giveUp } from '../support/give-up.ts';
import { listen } from '../support/log.ts';
import {
  announce,
  ask,
  deliveries,
  endpointResponding,
  now,
  pass,
  patch,
  register,
  remove,
  rowOf,
  settle,
  sweep,
  usePipeline,
} from './pipeline.ts';

usePipeline();
beforeEach(() => pass(60));

const recover = (status: number, id: string, attributes?: object, more: Partial<Call> = {}) =>
  ask(status, {
    method: 'POST',
    path: `/webhook-endpoints/${id}/recover`,
    ...(attributes && { body: { data: { type: 'webhook-endpoints', attributes } } }),
    ...more,
  });

const recovered = async (id: string, since = '2020-01-01T00:00:00Z') =>
  (await recover(202, id, { since })).body.meta;

const failures = (endpointId: string) => new Table().query({ partition: failuresOf(endpointId) });

/** @returns the id of an event whose deliveries fail, and are given up now. */
async function givenUp(): Promise<string> {
  const { id } = announce();
  await settle();
  await giveUp(id, now());
  return id;
}

const statusesOf = async (...ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await deliveries(id)).map(({ status }) => status)));

describe('POST /webhook-endpoints/{id}/recover', () => {
  it('sends again exactly the events whose delivery was given up at the time or later', async () => {
    const endpoint = await endpointResponding(500, 500, 500, 204);
    const before = await givenUp();
    pass(1);
    const since = now().toISOString();
    const at = await givenUp();
    pass(1);
    const after = await givenUp();
    const succeeded = announce().id;
    await settle();
    expect((await recover(202, endpoint.id, { since })).body).toEqual({
      jsonapi: { version: '1.0' },
      meta: { resent: 2, more: false },
    });
    expect(await statusesOf(before, at, after, succeeded)).toEqual([
      ['failed'],
      ['pending'],
      ['pending'],
      ['succeeded'],
    ]);
    await sweep();
    await settle();
    expect(endpoint.received.map(({ headers }) => headers['service-event-id'])).toEqual(
      expect.arrayContaining([at, after]),
    );
    expect(endpoint.received).toHaveLength(6);
    expect(await statusesOf(at, after)).toEqual([['succeeded'], ['succeeded']]);
    expect(await recovered(endpoint.id, since)).toEqual({ resent: 0, more: false });
  });

  it('leaves deliveries to other endpoints as they are', async () => {
    const first = await endpointResponding(500);
    const second = await endpointResponding(500);
    const id = await givenUp();
    expect(await recovered(second.id)).toEqual({ resent: 1, more: false });
    expect(await statusesOf(id)).toEqual([['failed', 'pending']]);
    expect([await failures(first.id), await failures(second.id)]).toEqual([[expect.anything()], []]);
  });

  it('accepts a day, and a time with another offset', async () => {
    const endpoint = await endpointResponding(500);
    await givenUp();
    const ahead = new Date(now().getTime() + 3_600_000).toISOString().slice(0, 19);
    expect(await recovered(endpoint.id, `${ahead}+00:30`)).toEqual({ resent: 0, more: false });
    expect(await recovered(endpoint.id, `${ahead}+02:00`)).toEqual({ resent: 1, more: false });
    await giveUp(await givenUp(), now());
    expect(await recovered(endpoint.id, now().toISOString().slice(0, 10))).toEqual({
      resent: 1,
      more: false,
    });
  });

  it('sends at most a thousand, the oldest first, and reads no other events', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    const extra = 20;
    const eventIds = await failedEvents(id, MAX_RECOVERED + extra);
    const { lines, stop } = listen();
    expect(await recovered(id)).toEqual({ resent: MAX_RECOVERED, more: true });
    stop();
    expect(await recovered(id)).toEqual({ resent: extra, more: false });
    const { readUnits = 0 } = Object(lines.find(({ event }) => event === 'request')?.['table']);
    // Each event takes a unit, and 40 of their rows beside the endpoint take one together.
    expect(readUnits).toBeLessThan(MAX_RECOVERED + MAX_RECOVERED / 30);
    expect((await statusesOf(...eventIds.slice(0, 5))).flat()).toEqual(Array(5).fill('pending'));
    expect(await failures(id)).toEqual([]);
    const { lines: later, stop: end } = listen();
    expect(await recovered(id)).toEqual({ resent: 0, more: false });
    end();
    // Session, endpoint and an empty list.
    expect(Object(later.find(({ event }) => event === 'request')?.['table']).readUnits).toBeLessThanOrEqual(
      3,
    );
  });

  it('leaves events that are being sent for the next request', async () => {
    const endpoint = await endpointResponding(500);
    await endpointResponding(500);
    const id = await givenUp();
    const claimedUntil = new Date(now().getTime() + 30_000).toISOString();
    await new Table().commit([{ update: eventKey(id), with: [{ set: 'claimedUntil', to: claimedUntil }] }]);
    expect(await recovered(endpoint.id)).toEqual({ resent: 0, more: true });
    pass(31);
    expect(await recovered(endpoint.id)).toEqual({ resent: 1, more: false });
  });

  it('omits events older than 30 days, and deletes their rows beside the endpoint', async () => {
    const endpoint = await endpointResponding(500);
    await givenUp();
    pass(31 * 86_400);
    expect(await recovered(endpoint.id)).toEqual({ resent: 0, more: false });
    expect(await failures(endpoint.id)).toEqual([]);
  });

  it('sends an event once when two requests recover the endpoint concurrently', async () => {
    const endpoint = await endpointResponding(500, 204);
    await givenUp();
    await Promise.all([recovered(endpoint.id), recovered(endpoint.id)]);
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(2);
  });

  it.each([
    [{ since: 'yesterday' }],
    [{ since: '2026-02-30T00:00:00Z' }],
    [{ since: 17 }],
    [{ since: null }],
    [{}],
  ])('is rejected with %j', async (attributes) => {
    const { id } = await register('https://127.0.0.1:1/');
    const { body } = await recover(422, id, attributes);
    expect(body.errors).toMatchObject([{ source: { pointer: '/data/attributes/since' } }]);
  });

  it('is rejected without a document of the endpoint', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    const attributes = { since: '2026-11-20' };
    const data = { type: 'webhook-endpoints', attributes };
    await recover(400, id);
    await recover(400, id, undefined, { body: { data: [] } });
    await recover(409, id, undefined, { body: { data: { ...data, type: 'labels' } } });
    await recover(409, id, undefined, { body: { data: { ...data, id: '17' } } });
    await recover(202, id, undefined, { body: { data: { ...data, id } } });
    const { body } = await recover(422, id, { ...attributes, colour: 'red' });
    expect(body.errors).toMatchObject([{ source: { pointer: '/data/attributes/colour' } }]);
  });

  it('is rejected for a disabled endpoint, and one of another user', async () => {
    const endpoint = await endpointResponding(500);
    const id = await givenUp();
    const attributes = { since: '2020-01-01' };
    const { token } = await newAdmin();
    const unknown = await recover(404, '17', attributes);
    expect((await recover(404, endpoint.id, attributes, { token })).body).toEqual(unknown.body);
    await patch(endpoint.id, { 'is-active': false });
    const { body } = await recover(409, endpoint.id, attributes);
    expect(body.errors).toMatchObject([{ code: 'webhook-endpoint-disabled' }]);
    expect(await statusesOf(id)).toEqual([['failed']]);
    await remove(endpoint.id);
    expect((await recover(404, endpoint.id, attributes)).body).toEqual(unknown.body);
  });
});

/** Writes an event as the sender does after the last attempt. @returns its id. */
async function failedEvent(endpointId: string): Promise<string> {
  const table = new Table();
  const event = announce();
  const work = newEventWork(event, [endpointId], now());
  const after = rested(work, { [endpointId]: failedDelivery(newDelivery(now()), now()) });
  expect(await saveEvent({ table, now: now() }, undefined, after)).toBeDefined();
  return event.id;
}

/** Copies the rows of the first. */
async function failedEvents(endpointId: string, count: number): Promise<string[]> {
  const first = await failedEvent(endpointId);
  const rows = [
    await rowOf(eventKey(first)),
    ...(await failures(endpointId)).filter(({ sk }) => String(sk).endsWith(first)),
  ];
  const others = Array.from({ length: count - 1 }, () => `evt_${randomUUID()}`);
  const copies = others.flatMap((id) => JSON.parse(JSON.stringify(rows).replaceAll(first, id)));
  await new Table().putMany(copies);
  return [first, ...others];
}

const command = (id: string, given: object = {}) =>
  operate({ command: 'recover-endpoint', positionals: [id], arguments: given, actor: 'test' });

describe('recover-endpoint', () => {
  it('sends again what was given up since a time, and all of it by default', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    await failedEvents(id, 3);
    pass(60);
    const since = now().toISOString();
    await failedEvents(id, 2);
    expect(await command(id, { since })).toEqual({ result: { endpoint: id, resent: 2, finished: true } });
    expect(await command(id)).toEqual({ result: { endpoint: id, resent: 3, finished: true } });
  });

  it('is rejected for an unknown and a disabled endpoint', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    await patch(id, { 'is-active': false });
    expect(await command(id)).toMatchObject({ problems: [{ code: 'webhook-endpoint-disabled' }] });
    expect(await command('17')).toMatchObject({ problems: [{ code: 'unknown_record' }] });
  });
});
