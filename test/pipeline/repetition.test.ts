/** Duplicated, late or concurrent messages cause at most one more attempt after a crash. */
import { beforeAll, describe, expect, it } from 'vitest';
import { endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import { receiver } from '../support/receivers.ts';
import {
  announce,
  deliveries,
  delivery,
  endpointResponding,
  owner,
  pass,
  patch,
  queue,
  register,
  remove,
  rowOf,
  settle,
  shown,
  sweep,
  usePipeline,
} from './pipeline.ts';
import { beforeNext, comeBetween } from './steps.ts';

usePipeline();
beforeAll(() => comeBetween());

const put = (eventId: string, endpointId: string, attempt: number) =>
  queue().send('Webhook', { body: JSON.stringify({ eventId, endpoints: [endpointId], attempt }) });

describe('a duplicated event', () => {
  it('is delivered once when both copies arrive together', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    queue().repeat();
    await settle();
    expect(endpoint.received).toHaveLength(1);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  it('changes nothing if it arrives after other endpoints subscribe', async () => {
    const endpoint = await endpointResponding(204);
    const event = announce();
    const { messages } = queue();
    await settle();
    const before = await deliveries(event.id);
    await patch(endpoint.id, { events: ['delivery.created'] });
    const newcomer = await endpointResponding(204);
    queue().repeat(messages);
    await settle();
    expect(await deliveries(event.id)).toEqual(before);
    expect([endpoint.received.length, newcomer.received.length]).toEqual([1, 0]);
  });

  it('sends no message when its delivery waits for another attempt', async () => {
    await endpointResponding(500);
    announce();
    const { messages } = queue();
    await settle();
    queue().repeat(messages);
    await settle();
    expect(queue().messages).toHaveLength(1);
  });
});

describe('a delivery message', () => {
  it('causes one attempt even if it is duplicated', async () => {
    const endpoint = await endpointResponding(500, 204);
    const { id } = announce();
    await settle();
    queue().repeat();
    queue().repeat();
    pass(5);
    await settle();
    expect(endpoint.received).toHaveLength(2);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  it('has no effect if its attempt was already made', async () => {
    const endpoint = await endpointResponding(500);
    const { id } = announce();
    await settle();
    pass(5);
    await settle();
    queue().lose();
    const before = await delivery(id);
    const late = async () => {
      put(id, endpoint.id, 0);
      put(id, endpoint.id, 1);
      await settle();
      expect(await delivery(id)).toEqual(before);
      expect(queue().messages).toEqual([]);
    };
    await late();
    pass(300);
    await late();
    expect(endpoint.received).toHaveLength(2);
  });

  it('returns to the queue when it arrives early', async () => {
    const endpoint = await endpointResponding(500);
    const { id } = announce();
    await settle();
    queue().lose();
    put(id, endpoint.id, 1);
    const before = await delivery(id);
    await settle();
    expect(endpoint.received).toHaveLength(1);
    expect(await delivery(id)).toEqual(before);
    expect(queue().messages).toMatchObject([{ group: owner().userId }]);
    pass(5);
    await settle();
    expect(endpoint.received).toHaveLength(2);
  });

  it('has no effect if the delivery does not exist', async () => {
    put('evt_00000000-0000-4000-8000-000000000000', '17', 0);
    await settle();
    expect(queue().messages).toEqual([]);
  });
});

describe('a slow sender', () => {
  it('leaves the delivery to the sender that took over', async () => {
    let requests = 0;
    const slow = await receiver(async (_request, response) => {
      requests += 1;
      if (requests > 1) return response.writeHead(204).end();
      pass(31);
      await sweep();
      queue().redeliver();
      await settle();
      return response.writeHead(500).end();
    });
    const { id: endpointId } = await register(`https://127.0.0.1:${slow.port}/`);
    const { id } = announce();
    await settle();
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 2, lastResponseStatus: 204 });
    expect(slow.received).toHaveLength(2);
    expect(await shown(endpointId)).toMatchObject({ 'consecutive-failures': 1 });
  });

  it('is not disturbed while its claim lasts', async () => {
    let requests = 0;
    const slow = await receiver(async (_request, response) => {
      requests += 1;
      pass(29);
      await sweep();
      queue().redeliver();
      await settle();
      response.writeHead(204).end();
    });
    await register(`https://127.0.0.1:${slow.port}/`);
    const { id } = announce();
    await settle();
    expect(requests).toBe(1);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });
});

describe('a PATCH or DELETE concurrent with an attempt', () => {
  it('keeps the failure counted meanwhile', async () => {
    const endpoint = await endpointResponding(500);
    for (const failures of [1, 2]) {
      const fail = async () => {
        announce();
        await settle();
      };
      beforeNext('UpdateItemCommand', fail, endpointKey(endpoint.id).pk);
      const description = `Patched ${failures}`;
      await patch(endpoint.id, { description });
      expect(await shown(endpoint.id)).toMatchObject({ description, 'consecutive-failures': failures });
    }
  });

  it('is kept by the attempt', async () => {
    let endpointId = '';
    const patching = await receiver(async (_request, response) => {
      await patch(endpointId, { description: 'Patched' });
      response.writeHead(500).end();
    });
    endpointId = (await register(`https://127.0.0.1:${patching.port}/`)).id;
    const version = Number((await rowOf(endpointKey(endpointId)))['version']);
    announce();
    await settle();
    expect(await shown(endpointId)).toMatchObject({ description: 'Patched', 'consecutive-failures': 1 });
    expect(await rowOf(endpointKey(endpointId))).toMatchObject({ version: version + 2 });
  });

  it('does not let the attempt recreate a deleted endpoint', async () => {
    let endpointId = '';
    const deleting = await receiver(async (_request, response) => {
      await remove(endpointId);
      response.writeHead(500).end();
    });
    endpointId = (await register(`https://127.0.0.1:${deleting.port}/`)).id;
    const { id } = announce();
    await settle();
    await expect(rowOf(endpointKey(endpointId))).rejects.toThrow();
    pass(5);
    await settle();
    expect(await deliveries(id)).toEqual([]);
  });
});
