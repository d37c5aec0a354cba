/** Sending an event again, as an operator and as the owner of its endpoints. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { handler as webhooks } from '../../functions/webhooks/handler.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { readSettings } from '../../shared/platform/settings.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import { call, newAdmin } from '../support/calls.ts';
import type { Call } from '../support/event-of.ts';
import { receiver } from '../support/receivers.ts';
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
  publishing,
  queue,
  register,
  remove,
  rowOf,
  settle,
  stored,
  sweep,
  usePipeline,
} from './pipeline.ts';

usePipeline({ resendsPerMinute: 10 });

const resend = (eventId: string, endpoint?: string) =>
  publishing(eventId, () =>
    operate({
      command: 'resend-event',
      positionals: [eventId],
      arguments: endpoint === undefined ? {} : { endpoint },
      actor: 'test',
    }),
  );

const AGAIN = 'pending again: the next attempt is made immediately';

/** What the command reports about each delivery. */
const resultsOf = (outcome: unknown): string[] =>
  Object(outcome).result.deliveries.map(({ result }: { result: string }) => result);

/** Attempts until the schedule ends. */
async function fail(): Promise<void> {
  for (const gap of [0, 5, 300, 1800]) {
    pass(gap);
    await sweep();
    await settle();
  }
}

describe('resend-event', () => {
  it('redelivers a successful event under the same id and closes it again', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    await settle();
    expect(await resend(id)).toEqual({
      result: {
        event: id,
        type: 'album.status_changed',
        deliveries: [{ endpoint: endpoint.id, result: AGAIN }],
      },
    });
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 1, position: 0 });
    expect(await rowOf(eventKey(id))).not.toHaveProperty('expires');
    await settle();
    expect(endpoint.received.map(({ headers }) => headers['service-event-id'])).toEqual([id, id]);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(await rowOf(eventKey(id))).toHaveProperty('expires');
  });

  it('restarts the schedule of a failed delivery', async () => {
    const endpoint = await endpointResponding(500);
    const { id } = announce();
    await fail();
    expect(await delivery(id)).toMatchObject({ status: 'failed', attempts: 4 });
    await resend(id);
    await fail();
    expect(await delivery(id)).toMatchObject({ status: 'failed', attempts: 8 });
    expect(endpoint.received).toHaveLength(8);
  });

  it('is completed by the sweep if its message is lost', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    await settle();
    await resend(id);
    queue().lose();
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(2);
  });

  it('delivers to a single named endpoint', async () => {
    const first = await endpointResponding(204);
    const second = await endpointResponding(204);
    const { id } = announce();
    await settle();
    await resend(id, second.id);
    await settle();
    expect([first.received.length, second.received.length]).toEqual([1, 2]);
  });

  it('leaves pending deliveries and disabled or deleted endpoints unchanged, and says so', async () => {
    const pending = await endpointResponding(500);
    const disabled = await endpointResponding(204);
    const deleted = await endpointResponding(204);
    const { id } = announce();
    await settle();
    await patch(disabled.id, { 'is-active': false });
    await remove(deleted.id);
    const before = await stored(id);
    const outcome = await resend(id);
    expect(resultsOf(outcome)).toEqual([
      expect.stringMatching(/^not sent: still pending, with the next attempt at 20/),
      'not sent: the endpoint is disabled',
      'not sent: the endpoint was deleted',
    ]);
    expect(await stored(id)).toEqual(before);
    expect(pending.received).toHaveLength(1);
  });

  it('reaches no endpoint of another owner, even if the event row names it', async () => {
    const endpoint = await endpointResponding(500);
    const { id } = announce();
    await settle();
    await new Table().commit([{ update: endpointKey(endpoint.id), with: [{ set: 'owner', to: '7' }] }]);
    expect(resultsOf(await resend(id))).toEqual(['not sent: the endpoint was deleted']);
    pass(5);
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(1);
    expect(await deliveries(id)).toEqual([]);
  });

  it('recovers an event whose only message is lost', async () => {
    const endpoint = await endpointResponding(204);
    const eventId = await askForTest(endpoint.id);
    expect(resultsOf(await resend(eventId))).toEqual([AGAIN]);
    await settle();
    // The message was not lost but late.
    await publish(eventId);
    await settle();
    expect(endpoint.received).toHaveLength(1);
    expect(await delivery(eventId)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  it.each([
    ['an unknown event', 'evt_00000000-0000-4000-8000-000000000000', undefined, /^There is no event/],
    ['a malformed event id', '17', undefined, /must be the id of an event/],
  ])('is rejected for %s', async (_, id, endpoint, detail) => {
    expect(await resend(id, endpoint)).toEqual({
      problems: [{ code: expect.any(String), detail: expect.stringMatching(detail) }],
    });
  });

  it('is rejected for an endpoint to which the event is not addressed', async () => {
    await endpointResponding(204);
    const { id } = announce();
    await settle();
    expect(await resend(id, '17')).toEqual({
      problems: [{ code: 'unknown_record', detail: `The event ${id} is not addressed to the endpoint 17.` }],
    });
  });
});

const ownResend = (status: number, eventId: string, more: Partial<Call> = {}) =>
  publishing(eventId, () =>
    ask(status, { method: 'POST', path: `/webhook-events/${eventId}/resend`, ...more }),
  );

const rejectionOf = async (eventId: string) => {
  const { body } = await ownResend(409, eventId);
  return [body.errors[0].code, body.errors[0].detail];
};

describe('POST /webhook-events/{id}/resend', () => {
  beforeEach(() => pass(60));

  it('returns the event with its finished deliveries pending, and sends it immediately', async () => {
    const succeeding = await endpointResponding(204);
    const pending = await endpointResponding(500);
    const { id } = announce();
    await settle();
    const { body, headers } = await ownResend(202, id);
    expect(body.data).toMatchObject({
      type: 'webhook-events',
      id,
      attributes: { type: 'album.status_changed' },
    });
    expect(headers['Location']).toMatch(new RegExp(`/api/v1/webhook-events/${id}$`));
    const due = new Date(now().getTime() + 5000).toISOString();
    expect(body.data.meta.deliveries).toMatchObject([
      { 'endpoint-id': succeeding.id, 'next-attempt-at': now().toISOString() },
      { 'endpoint-id': pending.id, 'next-attempt-at': due },
    ]);
    await settle();
    expect([succeeding.received.length, pending.received.length]).toEqual([2, 1]);
    expect(await deliveries(id)).toMatchObject([
      { status: 'succeeded', attempts: 2 },
      { status: 'pending', attempts: 1, nextAttemptAt: due },
    ]);
  });

  it('uses the current URL and secret of the endpoint', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    await settle();
    const path = `/webhook-endpoints/${endpoint.id}/rotate-secret`;
    const secret = (await ask(200, { method: 'POST', path })).body.data.attributes['signing-secret'];
    await ownResend(202, id);
    await settle();
    const { body = '', headers } = endpoint.received[1] ?? {};
    vi.setSystemTime(now());
    expect(verifiedEvent(body, String(headers?.['service-signature']), secret)).toMatchObject({ id });
  });

  it('is completed by the sweep if publish-changes does not send its message', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    await settle();
    await ask(202, { method: 'POST', path: `/webhook-events/${id}/resend` });
    await settle();
    expect(endpoint.received).toHaveLength(1);
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(2);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded' });
    expect(await rowOf(eventKey(id))).not.toHaveProperty('causes');
  });

  it('makes one more attempt for two concurrent requests', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    await settle();
    const path = `/webhook-events/${id}/resend`;
    const both = [1, 2].map(() => call(webhooks, 202, { method: 'POST', path, token: owner().token }));
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toContain('fulfilled');
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(2);
  });

  it('is made once per Idempotency-Key', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    await settle();
    const more = { headers: { 'idempotency-key': 'again' } };
    const first = await ownResend(202, id, more);
    await settle();
    expect((await ownResend(202, id, more)).body).toEqual(first.body);
    await settle();
    expect(endpoint.received).toHaveLength(2);
  });

  it('is rejected while deliveries are pending or all endpoints are disabled', async () => {
    const pending = await endpointResponding(500);
    const disabled = await endpointResponding(204);
    const { id } = announce();
    await settle();
    await patch(disabled.id, { 'is-active': false });
    const before = await stored(id);
    const code = 'nothing_to_resend';
    expect(await rejectionOf(id)).toEqual([code, expect.stringContaining('are pending')]);
    await remove(pending.id);
    expect(await rejectionOf(id)).toEqual([code, expect.stringContaining('are disabled')]);
    expect(await stored(id)).toEqual(before);
  });

  it('is rejected for a test event before its first attempt', async () => {
    const endpoint = await endpointResponding(204);
    expect(await rejectionOf(await askForTest(endpoint.id))).toContain('nothing_to_resend');
  });

  it('is rejected during an attempt, whose result is recorded', async () => {
    const slow = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const receiving = await receiver(async (_request, response) => {
      if (receiving.received.length === 2) arrived.resolve();
      if (receiving.received.length === 2) await slow.promise;
      response.writeHead(receiving.received.length === 1 ? 500 : 204).end();
    });
    await register(`https://127.0.0.1:${receiving.port}/`);
    const succeeding = await endpointResponding(204);
    const { id } = announce();
    await settle();
    pass(5);
    const sending = settle();
    await arrived.promise;
    expect(await rejectionOf(id)).toEqual([expect.anything(), expect.stringContaining('Wait half a minute')]);
    slow.resolve();
    await sending;
    expect(await deliveries(id)).toMatchObject([
      { status: 'succeeded', attempts: 2 },
      { status: 'succeeded' },
    ]);
    await ownResend(202, id);
    await settle();
    expect([receiving.received.length, succeeding.received.length]).toEqual([3, 2]);
  });

  it('treats an event as unknown if it is old, of another user, or without endpoints', async () => {
    const endpoint = await endpointResponding(204);
    await endpointResponding(204);
    const { id } = announce();
    const other = announce({ type: 'delivery.created' });
    await settle();
    const unknown = await ownResend(404, `evt_${randomUUID()}`);
    const { token } = await newAdmin();
    expect((await ownResend(404, id, { token })).body).toEqual(unknown.body);
    expect((await ownResend(404, other.id)).body).toEqual(unknown.body);
    for (const { id: each } of (await ask(200, { path: '/webhook-endpoints' })).body.data) await remove(each);
    expect((await ownResend(404, id)).body).toEqual(unknown.body);
    expect(endpoint.received).toHaveLength(1);
    const again = await endpointResponding(204);
    const old = announce();
    await settle();
    pass(31 * 86_400);
    expect((await ownResend(404, old.id)).body).toEqual(unknown.body);
    expect(again.received).toHaveLength(1);
  });

  it('is limited to ten requests a minute, which also count as writes', async () => {
    pass(60 - (now().getTime() % 60_000) / 1000);
    const path = `/webhook-events/evt_${randomUUID()}/resend`;
    for (let count = 0; count < 9; count++) await ask(404, { method: 'POST', path });
    const tenth = await ask(404, { method: 'POST', path });
    expect([tenth.headers['X-RateLimit-Limit'], tenth.headers['X-RateLimit-Remaining']]).toEqual(['10', '0']);
    const { headers } = await ask(429, { method: 'POST', path });
    expect(headers).toMatchObject({ 'X-RateLimit-Limit': '10', 'Retry-After': '60' });
    const { writes } = readSettings().rateLimits;
    const written = await ask(404, { method: 'DELETE', path: '/webhook-endpoints/17' });
    expect(written.headers['X-RateLimit-Remaining']).toBe(String(writes - 12));
    pass(60);
    await ask(404, { method: 'POST', path });
  });
});
