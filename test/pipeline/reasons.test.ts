/** The reason of a failed attempt, as the owner of the endpoint sees it. */
import { describe, expect, it } from 'vitest';
import { adjust } from '../../shared/kit/records/adjust.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { webhookEndpoints } from '../../shared/webhooks/api/webhook-endpoints.ts';
import {
  announce,
  ask,
  askForTest,
  endpointResponding,
  pass,
  publish,
  settle,
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
  it('is shown for each endpoint of the event, also in lists, without new members of a delivery', async () => {
    const failing = await endpointResponding(503);
    const succeeding = await endpointResponding(204);
    const { id } = announce();
    await settle();
    const { body } = await ask(200, { path: '/webhook-events?fields[webhook-events]=deliveries' });
    const { attributes, meta } = body.data.find((event: { id: string }) => event.id === id);
    expect(meta).toEqual({
      deliveries: [
        { 'endpoint-id': failing.id, reason: 'status' },
        { 'endpoint-id': succeeding.id, reason: null },
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

  it('is removed by the attempt that succeeds', async () => {
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
