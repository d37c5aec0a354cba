/** Follows an event from the request that causes it to the receiver that verifies it. */
import { describe, expect, it } from 'vitest';
import { events, subscribableEvents } from '../../shared/webhooks/events.ts';
import { type Logged, listen } from '../support/log.ts';
import { verifiedEvent } from '../support/verified-event.ts';
import {
  announce,
  ask,
  askForTest,
  deliveries,
  delivery,
  endpointResponding,
  now,
  owner,
  pass,
  patch,
  publish,
  queue,
  register,
  settle,
  shown,
  sweep,
  usePipeline,
} from './pipeline.ts';

usePipeline();

describe('a test event', () => {
  it('has the headers, body and signature of the specification', async () => {
    const endpoint = await endpointResponding(204);
    const eventId = await askForTest(endpoint.id);
    const { attributes } = (await ask(200, { path: `/webhook-events/${eventId}` })).body.data;
    await publish(eventId);
    pass(2);
    await settle();
    const [request, ...more] = endpoint.received;
    expect(more).toEqual([]);
    expect(request?.headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      'service-event-id': eventId,
      'service-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
      'content-length': String(Buffer.byteLength(request?.body ?? '')),
      host: `127.0.0.1:${endpoint.port}`,
      connection: 'keep-alive',
    });
    const header = String(request?.headers['service-signature']);
    expect(header).toContain(`t=${Math.floor(now().getTime() / 1000)},`);
    expect(verifiedEvent(request?.body ?? '', header, endpoint.secret)).toEqual({
      id: eventId,
      type: 'webhook.test',
      created_at: attributes['created-at'],
      data: { webhook_endpoint: { id: Number(endpoint.id) }, message: expect.any(String) },
    });
    expect((await ask(200, { path: `/webhook-events/${eventId}` })).body.data.attributes.deliveries).toEqual([
      {
        'endpoint-id': endpoint.id,
        status: 'succeeded',
        attempts: 1,
        'last-response-status': 204,
        'delivered-at': now().toISOString(),
      },
    ]);
    expect((await shown(endpoint.id))['consecutive-failures']).toBe(0);
  });

  it('is sent only to the endpoint that requested it', async () => {
    const asking = await endpointResponding(204);
    const other = await endpointResponding(204);
    await publish(await askForTest(asking.id));
    await settle();
    expect([asking.received.length, other.received.length]).toEqual([1, 0]);
  });

  /** Processes all visible messages. @returns the log lines. */
  async function settleAndListen(): Promise<Logged[]> {
    const { lines, stop } = listen();
    await settle();
    stop();
    return lines;
  }

  it('is logged in one line per attempt, without URL, secret or body', async () => {
    const endpoint = await endpointResponding(500);
    const eventId = await askForTest(endpoint.id);
    await publish(eventId);
    const lines = await settleAndListen();
    expect(lines.find(({ event }) => event === 'delivery.attempted')).toEqual({
      level: 'info',
      event: 'delivery.attempted',
      tenant: owner().userId,
      eventId,
      eventType: 'webhook.test',
      endpointId: endpoint.id,
      attemptNumber: 1,
      outcome: 'pending',
      nextAttemptAt: new Date(now().getTime() + 5000).toISOString(),
      status: 500,
      reason: 'status',
      error: null,
      attemptMs: expect.any(Number),
    });
    expect(lines.find(({ event }) => event === 'event.processed')).toEqual({
      level: 'info',
      event: 'event.processed',
      messageId: expect.any(String),
      tenant: owner().userId,
      eventId,
      eventType: 'webhook.test',
      outcome: 'done',
      attempts: 1,
      nextAttemptAt: new Date(now().getTime() + 5000).toISOString(),
      durationMs: expect.any(Number),
      table: { calls: 4, readUnits: 3, writeUnits: 6 },
    });
    for (const secret of ['/hook', 'quiet', endpoint.secret, 'This is a test']) {
      expect(JSON.stringify(lines)).not.toContain(secret);
    }
  });
});

/** Requests an example of a type. */
const askForExample = (status: number, endpointId: string, attributes: object, headers = {}) =>
  ask(status, {
    method: 'POST',
    path: `/webhook-endpoints/${endpointId}/test`,
    body: { data: { type: 'webhook-endpoints', attributes } },
    headers,
  });

describe('a typed test event', () => {
  it.each(subscribableEvents)(
    'sends an example of %s to this endpoint alone, whatever it subscribes to',
    async (type) => {
      const endpoint = await endpointResponding(204);
      const other = await register('https://127.0.0.1:1/', [type]);
      const { data } = (await askForExample(202, endpoint.id, { type })).body;
      expect(data.attributes).toMatchObject({ type, data: events[type].example });
      await publish(data.id);
      await settle();
      const [request, ...more] = endpoint.received;
      expect(more).toEqual([]);
      const header = String(request?.headers['service-signature']);
      expect(verifiedEvent(request?.body ?? '', header, endpoint.secret)).toEqual({
        id: data.id,
        type,
        created_at: data.attributes['created-at'],
        data: events[type].example,
      });
      const shownNow = (await ask(200, { path: `/webhook-events/${data.id}` })).body.data;
      expect(shownNow.meta.deliveries).toMatchObject([
        { 'endpoint-id': endpoint.id, attempts: [{ status: 204 }] },
      ]);
      expect((await shown(other.id))['consecutive-failures']).toBe(0);
    },
  );

  it('is sent by the sweep if its message is lost', async () => {
    const endpoint = await endpointResponding(204);
    await askForExample(202, endpoint.id, { type: 'delivery.created' });
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(1);
  });

  it('is a webhook.test without attributes', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    expect((await askForExample(202, id, {})).body.data.attributes.type).toBe('webhook.test');
  });

  it('is created once per Idempotency-Key', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    const headers = { 'idempotency-key': 'once' };
    const first = await askForExample(202, id, { type: 'delivery.created' }, headers);
    expect((await askForExample(202, id, { type: 'delivery.created' }, headers)).body).toEqual(first.body);
    expect((await ask(200, { path: '/webhook-events' })).body.data).toHaveLength(1);
  });

  it.each([['album.created'], ['webhook.test'], [''], [7], [null]])('is rejected for %j', async (type) => {
    const { id } = await register('https://127.0.0.1:1/');
    const { body } = await askForExample(422, id, { type });
    expect(body.errors).toMatchObject([{ source: { pointer: '/data/attributes/type' } }]);
    expect((await ask(200, { path: '/webhook-events' })).body.data).toEqual([]);
  });
});

describe('an event', () => {
  it('is delivered to every endpoint of its owner that subscribes to it', async () => {
    const first = await endpointResponding(204);
    const second = await endpointResponding(500);
    const elsewhere = await register('https://127.0.0.1:1/', ['delivery.created']);
    const { id, data } = announce();
    await settle();
    expect(JSON.parse(first.received[0]?.body ?? '')).toMatchObject({ id, data });
    expect(second.received).toHaveLength(1);
    const { body } = await ask(200, { path: `/webhook-events/${id}` });
    expect(body.data.attributes.deliveries).toMatchObject([
      { 'endpoint-id': first.id, status: 'succeeded', 'last-response-status': 204 },
      { 'endpoint-id': second.id, status: 'pending', 'last-response-status': 500 },
    ]);
    expect(JSON.stringify(body)).not.toContain(elsewhere.id);
  });

  it('is not recorded when no endpoint subscribes to it', async () => {
    await register('https://127.0.0.1:1/', ['delivery.created']);
    const { id } = announce();
    await settle();
    await ask(404, { path: `/webhook-events/${id}` });
    expect(await deliveries(id)).toEqual([]);
  });

  it('is not delivered to the endpoint of another owner', async () => {
    const endpoint = await endpointResponding(204);
    announce({ ownerId: `${owner().userId}0` });
    await settle();
    expect(endpoint.received).toEqual([]);
  });

  it('is not delivered to an endpoint registered later or already disabled', async () => {
    const before = announce();
    pass(1);
    const endpoint = await endpointResponding(204);
    await settle();
    pass(1);
    await patch(endpoint.id, { 'is-active': false });
    const between = announce();
    pass(1);
    await patch(endpoint.id, { 'is-active': true });
    // The event happened while the endpoint was disabled, but is processed after it was enabled again.
    await settle();
    const after = announce();
    await settle();
    expect(endpoint.received.map(({ headers }) => headers['service-event-id'])).toEqual([after.id]);
    for (const { id } of [before, between]) expect(await deliveries(id)).toEqual([]);
  });

  it('is recorded for an endpoint disabled afterwards, even if its message is late', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    pass(1);
    await patch(endpoint.id, { 'is-active': false });
    await settle();
    expect(endpoint.received).toEqual([]);
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 0 });
  });
});

describe('a malformed message', () => {
  it('is redelivered, then dead-lettered, and does not affect the others', async () => {
    const endpoint = await endpointResponding(204);
    for (const body of ['nonsense', '{}', '{"detail-type":"x","detail":{}}'])
      queue().send('Webhook', { body });
    announce();
    for (let received = 0; received < 30; received++) {
      await settle();
      pass(180);
      expect([queue().messages.length, queue().deadLetters.length]).toEqual([3, 0]);
    }
    await settle();
    expect([queue().messages.length, queue().deadLetters.length]).toEqual([0, 3]);
    expect(endpoint.received).toHaveLength(1);
  });
});
