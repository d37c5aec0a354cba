/** Pacing limits concurrent attempts to slow endpoints, but not to healthy ones, and does not count waiting ones. */
import { describe, expect, it } from 'vitest';
import { adjust } from '../../shared/kit/records/adjust.ts';
import { recordOf } from '../../shared/kit/records/rows.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { webhookEndpoints } from '../../shared/webhooks/api/webhook-endpoints.ts';
import { endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import { receiver } from '../support/receivers.ts';
import {
  announce,
  delivery,
  endpointResponding,
  now,
  pass,
  patch,
  pendingDelivery,
  register,
  rowOf,
  run,
  settle,
  shown,
  usePipeline,
} from './pipeline.ts';

// Concurrently: five attempts to a slow endpoint, one in each lane of those that hang.
usePipeline();

const markOf = async (id: string) =>
  recordOf(webhookEndpoints, await rowOf(endpointKey(id))).fields['slow-seconds'];

const mark = (id: string, seconds: number | null) =>
  adjust(
    new Table(),
    { api: definitions, resource: webhookEndpoints, id },
    { set: { 'slow-seconds': seconds }, when: [] },
  );

const secondsUntil = async (id: string) =>
  (Date.parse((await pendingDelivery(id)).nextAttemptAt) - now().getTime()) / 1000;

const waitsOf = (events: readonly string[]) => Promise.all(events.map(secondsUntil));

describe('an endpoint that takes over a second to respond', () => {
  it('is marked during the attempt and afterwards with its duration', async () => {
    const marks: unknown[] = [];
    let id = '';
    const slow = await receiver(async (_request, response) => {
      await expect.poll(() => markOf(id)).not.toBeNull();
      marks.push(await markOf(id));
      response.writeHead(204).end();
    });
    id = (await register(`https://127.0.0.1:${slow.port}/`)).id;
    announce();
    await settle();
    expect([...marks, await markOf(id)]).toEqual([10, 3]);
  });

  it('is not marked for the time its sender was busy', async () => {
    const fast = await receiver((_request, response) => {
      // Sender and receiver are one process here: neither waits for the other.
      const until = performance.now() + 1200;
      while (performance.now() < until);
      response.writeHead(204).end();
    });
    const { id } = await register(`https://127.0.0.1:${fast.port}/`);
    announce();
    await settle();
    expect([fast.received.length, await markOf(id)]).toEqual([1, null]);
  });

  it('keeps its mark when it fails fast, and loses it when it succeeds fast', async () => {
    const endpoint = await endpointResponding(500, 204);
    await mark(endpoint.id, 10);
    announce();
    await settle();
    expect(await markOf(endpoint.id)).toBe(3);
    pass(5);
    await settle();
    expect([endpoint.received.length, await markOf(endpoint.id)]).toEqual([2, null]);
  });

  it('loses its mark when it is enabled again', async () => {
    const endpoint = await endpointResponding(204);
    await mark(endpoint.id, 10);
    await patch(endpoint.id, { 'is-active': false });
    await patch(endpoint.id, { 'is-active': true });
    expect(await markOf(endpoint.id)).toBeNull();
  });
});

describe('attempts to a slow endpoint', () => {
  it('start one after another, so that few run, and count only once they start', async () => {
    // A success would remove the mark, so each attempt fails.
    const endpoint = await endpointResponding(500);
    await mark(endpoint.id, 3);
    const events = Array.from({ length: 4 }, () => announce().id);
    await settle();
    expect(endpoint.received).toHaveLength(1);
    const waiting = await Promise.all(
      events.map(async (id) => [(await delivery(id)).attempts, await secondsUntil(id)]),
    );
    // Five concurrent attempts of three seconds each, which is one every 600 ms.
    expect(waiting.toSorted(([, left = 0], [, right = 0]) => left - right)).toEqual([
      [0, 0.6],
      [0, 1.2],
      [0, 1.8],
      [1, 5],
    ]);
    pass(2);
    await settle();
    expect(endpoint.received).toHaveLength(4);
    for (const id of events) expect(await delivery(id)).toMatchObject({ attempts: 1, position: 1 });
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 4 });
  });

  it('do not delay other endpoints of the same event', async () => {
    const hanging = await endpointResponding(500);
    const good = await endpointResponding(204);
    await mark(hanging.id, 10);
    announce();
    announce();
    await settle();
    expect([hanging.received.length, good.received.length]).toEqual([1, 2]);
  });

  it('wait a minute if no start time is free, and are all made eventually', async () => {
    let hasFailed = false;
    // This attempt fails when all others have their start times.
    const endpoint = await receiver(async (_request, response) => {
      if (!hasFailed)
        await expect.poll(async () => (await waitsOf(events)).filter((wait) => wait > 0).length).toBe(9);
      response.writeHead(hasFailed ? 204 : 500).end();
      hasFailed = true;
    });
    const { id: endpointId } = await register(`https://127.0.0.1:${endpoint.port}/`);
    await mark(endpointId, 10);
    const events = Array.from({ length: 10 }, () => announce().id);
    await settle();
    expect(endpoint.received).toHaveLength(1);
    const waits = (await waitsOf(events)).toSorted((left, right) => left - right);
    // The first has failed. The others begin in its lane, one every ten seconds for a minute, and the rest ask again later.
    expect(waits).toEqual([5, 10, 20, 30, 40, 50, 60, 60, 60, 60]);
    await run(6);
    for (const id of events) expect(await delivery(id)).toMatchObject({ status: 'succeeded' });
    expect(endpoint.received).toHaveLength(11);
  });

  it('get a new start time if their message is processed much later', async () => {
    const endpoint = await endpointResponding(500);
    await mark(endpoint.id, 10);
    const events = Array.from({ length: 3 }, () => announce().id);
    await settle();
    await mark(endpoint.id, 10);
    pass(3600);
    await settle();
    // One of the three was made immediately. Now its retry and the other two wait for each other.
    expect(endpoint.received).toHaveLength(2);
    expect((await waitsOf(events)).filter((wait) => wait > 0)).toHaveLength(3);
  });
});
