/** Queues deliver more than once, late and side by side: it shows in no way but one more attempt after a crash. */
import { beforeAll, describe, expect, it } from 'vitest';
import { endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import { receiver } from '../unit/webhooks/receivers.ts';
import {
  announce,
  deliveries,
  delivery,
  endpointAnswering,
  pass,
  patch,
  register,
  remove,
  rowOf,
  settle,
  shown,
  sweep,
  theWire,
  usePipeline,
} from './pipeline.ts';
import { beforeNext, comeBetween } from './steps.ts';

usePipeline();
beforeAll(() => comeBetween());

const queue = () => theWire().messages;

/** Puts a copy of every message beside it. */
const copyAll = () => queue().push(...queue().map((message) => ({ ...message })));

const put = (eventId: string, endpointId: string, attempt: number) =>
  queue().push({
    body: JSON.stringify({ eventId, endpointId, attempt }),
    group: endpointId,
    visibleAt: 0,
    receives: 0,
  });

describe('an event that comes twice', () => {
  it('at once is delivered once', async () => {
    const endpoint = await endpointAnswering(204);
    const { id } = announce();
    copyAll();
    await settle();
    expect(endpoint.received).toHaveLength(1);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  it('later changes nothing, whoever else could be told of it by then', async () => {
    const endpoint = await endpointAnswering(204);
    const event = announce();
    const [copy] = queue().map((message) => ({ ...message }));
    await settle();
    const before = await deliveries(event.id);
    await patch(endpoint.id, { events: ['delivery.created'] });
    const newcomer = await endpointAnswering(204);
    if (copy) queue().push(copy);
    await settle();
    expect(await deliveries(event.id)).toEqual(before);
    expect([endpoint.received.length, newcomer.received.length]).toEqual([1, 0]);
  });

  it('while its delivery waits for another attempt sends no more messages', async () => {
    await endpointAnswering(500);
    announce();
    const [copy] = queue().map((message) => ({ ...message }));
    await settle();
    if (copy) queue().push(copy);
    await settle();
    expect(queue()).toHaveLength(1);
  });
});

describe('a message of a delivery', () => {
  it('that comes in many copies makes one attempt', async () => {
    const endpoint = await endpointAnswering(500, 204);
    const { id } = announce();
    await settle();
    copyAll();
    copyAll();
    pass(5);
    await settle();
    expect(endpoint.received).toHaveLength(2);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  it('that comes when its attempt is past does nothing', async () => {
    const endpoint = await endpointAnswering(500);
    const { id } = announce();
    await settle();
    pass(5);
    await settle();
    queue().length = 0;
    const before = await delivery(id);
    const late = async () => {
      put(id, endpoint.id, 0);
      put(id, endpoint.id, 1);
      await settle();
      expect(await delivery(id)).toEqual(before);
      expect(queue()).toEqual([]);
    };
    await late();
    pass(300);
    await late();
    expect(endpoint.received).toHaveLength(2);
  });

  it('that comes before its time waits in the queue, and nothing else happens', async () => {
    const endpoint = await endpointAnswering(500);
    const { id } = announce();
    await settle();
    queue().length = 0;
    put(id, endpoint.id, 1);
    const before = await delivery(id);
    await settle();
    expect(endpoint.received).toHaveLength(1);
    expect(await delivery(id)).toEqual(before);
    expect(queue()).toMatchObject([{ group: endpoint.id }]);
    pass(5);
    await settle();
    expect(endpoint.received).toHaveLength(2);
  });

  it('of a delivery that never was does nothing', async () => {
    put('evt_00000000-0000-4000-8000-000000000000', '17', 0);
    await settle();
    expect(queue()).toEqual([]);
  });
});

describe('a sender that takes longer than its claim', () => {
  it('leaves the delivery to the one that took over', async () => {
    let requests = 0;
    const slow = await receiver(async (_request, response) => {
      requests += 1;
      if (requests > 1) return response.writeHead(204).end();
      pass(31);
      await sweep();
      await settle();
      return response.writeHead(500).end();
    });
    const { id: endpointId } = await register(`https://127.0.0.1:${slow.port}/`);
    const { id } = announce();
    await settle();
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 1, lastResponseStatus: 204 });
    expect(slow.received).toHaveLength(2);
    expect(await shown(endpointId)).toMatchObject({ 'consecutive-failures': 1 });
  });

  it('is left alone while its claim lasts', async () => {
    let requests = 0;
    const slow = await receiver(async (_request, response) => {
      requests += 1;
      pass(29);
      await sweep();
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

describe('a PATCH and an attempt that meet', () => {
  it('keep both: a failure counted under a PATCH stays counted', async () => {
    const endpoint = await endpointAnswering(500);
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

  it('keep both: a PATCH under an attempt stays written', async () => {
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

  it('do not bring back an endpoint that was deleted under the attempt', async () => {
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
