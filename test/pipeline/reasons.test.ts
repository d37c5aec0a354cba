/** The attempts of a delivery, as the owner of the endpoint sees them. */
import { describe, expect, it } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { adjust } from '../../shared/kit/records/adjust.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { webhookEndpoints } from '../../shared/webhooks/api/webhook-endpoints.ts';
import { receiver } from '../support/receivers.ts';
import {
  announce,
  ask,
  askForTest,
  endpointResponding,
  now,
  pass,
  publish,
  publishing,
  register,
  settle,
  sweep,
  usePipeline,
} from './pipeline.ts';

usePipeline();

const reasonsOf = async (eventId: string) =>
  (await ask(200, { path: `/webhook-events/${eventId}` })).body.data.meta.deliveries.map(
    ({ reason }: { reason: string | null }) => reason,
  );

/** Simulates a host whose addresses have changed since the URL was registered. */
const move = (endpointId: string, url: string) =>
  adjust(
    new Table(),
    { api: definitions, resource: webhookEndpoints, id: endpointId },
    { set: { url }, when: [] },
  );

describe('the reason of a failed attempt', () => {
  it('is shown for each endpoint of the event, in lists too', async () => {
    const failing = await endpointResponding(503);
    const succeeding = await endpointResponding(204);
    const { id } = announce();
    await settle();
    const { body } = await ask(200, { path: '/webhook-events?fields[webhook-events]=deliveries' });
    const { attributes, meta } = body.data.find((event: { id: string }) => event.id === id);
    expect(meta).toEqual({
      deliveries: [
        expect.objectContaining({ 'endpoint-id': failing.id, reason: 'status' }),
        expect.objectContaining({ 'endpoint-id': succeeding.id, reason: null }),
      ],
    });
    for (const delivery of attributes.deliveries) {
      expect(Object.keys(delivery)).toEqual([
        'endpoint-id',
        'status',
        'attempts',
        'last-response-status',
        'delivered-at',
      ]);
    }
  });

  it('is removed by a successful attempt', async () => {
    const endpoint = await endpointResponding(500, 204);
    const eventId = await askForTest(endpoint.id);
    expect(await reasonsOf(eventId)).toEqual([null]);
    await publish(eventId);
    await settle();
    expect(await reasonsOf(eventId)).toEqual(['status']);
    pass(5);
    await settle();
    expect(await reasonsOf(eventId)).toEqual([null]);
  });

  it.each([
    ['does not resolve', `https://${'a'.repeat(64)}.example/`],
    ['is not public', 'https://10.0.0.1/'],
  ])('does not reveal that the host %s', async (_, url) => {
    const endpoint = await endpointResponding(204);
    const eventId = await askForTest(endpoint.id);
    await move(endpoint.id, url);
    await publish(eventId);
    await settle();
    expect(await reasonsOf(eventId)).toEqual(['refused_address']);
  });
});

const explainedOf = async (eventId: string) =>
  (await ask(200, { path: `/webhook-events/${eventId}` })).body.data.meta.deliveries[0];

/** @param seconds before each attempt. */
async function attemptAfter(...seconds: readonly number[]): Promise<void> {
  for (const gap of seconds) {
    pass(gap);
    await sweep();
    await settle();
  }
}

describe('the attempts of a delivery', () => {
  it('are shown with times, statuses, durations and response excerpts', async () => {
    const receiving = await receiver((_request, response) => {
      response.writeHead(receiving.received.length === 1 ? 503 : 200).end('Down for repair');
    });
    const { id } = await register(`https://127.0.0.1:${receiving.port}/`);
    const { id: eventId } = announce();
    const began = now().toISOString();
    const due = new Date(now().getTime() + 5000).toISOString();
    await settle();
    const first = { at: began, status: 503, reason: null, excerpt: 'Down for repair' };
    expect(await explainedOf(eventId)).toEqual({
      'endpoint-id': id,
      reason: 'status',
      'next-attempt-at': due,
      attempts: [{ ...first, milliseconds: expect.any(Number) }],
    });
    await attemptAfter(5);
    expect(await explainedOf(eventId)).toMatchObject({
      reason: null,
      'next-attempt-at': null,
      attempts: [first, { at: due, status: 200, reason: null }],
    });
  });

  it('have the reason for a missing response, without an address', async () => {
    await register('https://127.0.0.1:1/');
    const { id: eventId } = announce();
    await settle();
    const { attempts } = await explainedOf(eventId);
    expect(attempts).toMatchObject([{ status: null, reason: 'unreachable', excerpt: null }]);
    expect(JSON.stringify(attempts)).not.toContain('127.0.0.1');
  });

  it('are the last five, even after the schedule restarts', async () => {
    const endpoint = await endpointResponding(500, 501, 502, 503, 504, 505);
    const { id } = announce();
    await settle();
    await attemptAfter(5, 300, 1800);
    expect(await explainedOf(id)).toMatchObject({ 'next-attempt-at': null });
    await publishing(id, () =>
      operate({ command: 'resend-event', positionals: [id], arguments: {}, actor: 'test' }),
    );
    await settle();
    await attemptAfter(5);
    expect(endpoint.received).toHaveLength(6);
    const { attempts } = await explainedOf(id);
    expect(attempts.map(({ status }: { status: number }) => status)).toEqual([501, 502, 503, 504, 505]);
  });

  it('change the ETag of the event', async () => {
    await endpointResponding(500);
    const { id } = announce();
    await settle();
    const tag = async () => (await ask(200, { path: `/webhook-events/${id}` })).headers['ETag'];
    const before = await tag();
    await attemptAfter(5);
    expect(await tag()).not.toBe(before);
  });
});
