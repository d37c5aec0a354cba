/**
 * Faults during a delivery. After each, the event is delivered, started attempts are counted, and the
 * counters of the endpoint include only its own failures.
 */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dynamo } from '../../shared/kit/table/client.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import { receiver } from '../support/receivers.ts';
import {
  announce,
  askForTest,
  delivery,
  endpointResponding,
  pass,
  publish,
  queue,
  register,
  rowOf,
  run,
  settle,
  shown,
  stored,
  sweep,
  usePipeline,
} from './pipeline.ts';
import { beforeNext, comeBetween, dieAfter, revive } from './steps.ts';

usePipeline();

/** Partition keys of rows whose next write the table rejects, or makes without a response. */
const throttled: string[] = [];
const lost: string[] = [];

beforeAll(() => {
  comeBetween();
  dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        type Row = { pk: { S: string } };
        const { Key, Item } = args.input as { Key?: Row; Item?: Row };
        const pk = (Key ?? Item)?.pk.S ?? '';
        const isNext = (keys: string[]) => {
          const place = keys.findIndex((prefix) => pk.startsWith(prefix));
          return place >= 0 && /^(Put|Update)/.test(commandName) && keys.splice(place, 1).length > 0;
        };
        const fault = (name: string) => Object.assign(new Error(name), { name, $fault: 'server' });
        if (isNext(throttled)) throw fault('ThrottlingException');
        const isLost = isNext(lost);
        const output = await next(args);
        if (isLost) throw fault('InternalServerError');
        return output;
      },
    { step: 'build', name: 'throttling', override: true },
  );
});
afterEach(() => {
  throttled.length = 0;
  lost.length = 0;
  revive();
});

async function expectDelivered(id: string, attempts: number): Promise<void> {
  expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts });
  const row = await rowOf(eventKey(id));
  expect(row).toHaveProperty('expires');
  expect(row).not.toHaveProperty('dueAt');
}

describe('a killed sender', () => {
  it('uses up an attempt if it dies before its request, and another sender makes the next', async () => {
    const endpoint = await endpointResponding(204);
    dieAfter(1);
    const { id } = announce();
    await settle();
    expect(revive()).toBe(true);
    expect([endpoint.received.length, (await delivery(id)).attempts]).toEqual([0, 1]);
    await run(4);
    expect(endpoint.received).toHaveLength(1);
    await expectDelivered(id, 2);
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 0 });
  });

  it('uses up an attempt during its request without blaming the endpoint', async () => {
    let requests = 0;
    const killing = await receiver((_request, response) => {
      requests += 1;
      if (requests === 1) dieAfter(0);
      response.writeHead(requests === 1 ? 500 : 204).end();
    });
    const { id: endpointId } = await register(`https://127.0.0.1:${killing.port}/`);
    const { id } = announce();
    await settle();
    revive();
    expect(await shown(endpointId)).toMatchObject({ 'consecutive-failures': 0 });
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 1, lastResponseStatus: null });
    await run(4);
    expect(requests).toBe(2);
    await expectDelivered(id, 2);
  });

  it('causes only the unrecorded one of two requests to be repeated', async () => {
    const quick = await endpointResponding(204);
    let requests = 0;
    let recorded = '';
    const statusOfQuick = async () => {
      const status = (await stored(id))?.record.fields.deliveries[quick.id]?.status;
      return status !== 'pending' && status;
    };
    const waiting = await receiver(async (_request, response) => {
      requests += 1;
      if (requests === 1) {
        recorded = await vi.waitUntil(statusOfQuick, { timeout: 30_000 }).catch(() => 'not in the meantime');
        dieAfter(0);
      }
      response.writeHead(204).end();
    });
    await register(`https://127.0.0.1:${waiting.port}/`);
    const { id } = announce();
    await settle();
    revive();
    await run(4);
    expect([recorded, quick.received.length, requests]).toEqual(['succeeded', 1, 2]);
    const { deliveries } = (await stored(id))?.record.fields ?? {};
    expect(Object.values(deliveries ?? {})).toMatchObject([
      { status: 'succeeded', attempts: 1 },
      { status: 'succeeded', attempts: 2 },
    ]);
  });

  it('leaves the delivery failed, with all attempts counted, on the last attempt', async () => {
    const endpoint = await endpointResponding(500);
    const { id } = announce();
    for (const gap of [0, 5, 300]) {
      pass(gap);
      await settle();
    }
    queue().lose();
    pass(1800);
    await sweep();
    dieAfter(1);
    await settle();
    expect(revive()).toBe(true);
    await run(4);
    expect(await delivery(id)).toMatchObject({ status: 'failed', attempts: 4, lastResponseStatus: 500 });
    expect(endpoint.received).toHaveLength(3);
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 3 });
    expect(await rowOf(eventKey(id))).toHaveProperty('expires');
  });
});

describe('a message', () => {
  it('causes one request even if it arrives twice from a stream read twice', async () => {
    const endpoint = await endpointResponding(204);
    const eventId = await askForTest(endpoint.id);
    await publish(eventId);
    await publish(eventId);
    queue().repeat();
    await settle();
    expect(endpoint.received).toHaveLength(1);
    await expectDelivered(eventId, 1);
  });

  it('is received again when the claim expires if it duplicates one in progress', async () => {
    const endpoint = await endpointResponding(204);
    dieAfter(1);
    const { id } = announce();
    await settle();
    revive();
    queue().redeliver();
    pass(10);
    await settle();
    expect(endpoint.received).toHaveLength(0);
    expect(queue().messages).toHaveLength(1);
    pass(20);
    await settle();
    expect(endpoint.received).toHaveLength(1);
    await expectDelivered(id, 2);
  });

  it.each([
    ['of an event', [204], 1],
    ['of a later attempt', [500, 204], 2],
  ])('is delivered even if it arrives a day late: %s', async (_, statuses, attempts) => {
    const endpoint = await endpointResponding(...statuses);
    const { id } = announce();
    if (attempts > 1) await settle();
    pass(86_400);
    await settle();
    expect(endpoint.received).toHaveLength(attempts);
    await expectDelivered(id, attempts);
  });
});

describe('a write rejected by the table', () => {
  it.each([
    ['the claim', 'webhook-events#', [204], { requests: 1, attempts: 1 }],
    ['the count of a failure', 'webhook-endpoints#', [500, 204], { requests: 2, attempts: 2 }],
  ])('is repeated for %s without another request', async (_, row, statuses, { requests, attempts }) => {
    const endpoint = await endpointResponding(...statuses);
    throttled.push(row);
    const { id } = announce();
    await settle();
    expect(throttled).toEqual([]);
    await run(4);
    expect(endpoint.received).toHaveLength(requests);
    await expectDelivered(id, attempts);
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 0 });
  });

  it('causes another request, which counts, if it is the outcome', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    // The claim creates the row; the outcome is the first update of it.
    beforeNext('UpdateItemCommand', async () => void throttled.push('webhook-events#'), eventKey(id).pk);
    await settle();
    await run(4);
    expect(endpoint.received).toHaveLength(2);
    await expectDelivered(id, 2);
  });

  it('causes no other request if it ends a failure streak', async () => {
    const endpoint = await endpointResponding(500, 204);
    const { id } = announce();
    await settle();
    pass(5);
    beforeNext(
      'UpdateItemCommand',
      async () => void throttled.push(endpointKey(endpoint.id).pk),
      eventKey(id).pk,
    );
    await settle();
    await run(4);
    expect(endpoint.received).toHaveLength(2);
    await expectDelivered(id, 2);
  });
});

describe('a table that does not respond', () => {
  it.each([1, 2, 3])('does not prevent the delivery of an event: write %i', async (place) => {
    const first = await endpointResponding(204);
    const second = await receiver(async (_request, response) => {
      // A separate write records the outcome of this attempt.
      await vi
        .waitUntil(() => first.received.length > 0 && lost.length === 0, { timeout: 300 })
        .catch(() => {});
      response.writeHead(204).end();
    });
    await register(`https://127.0.0.1:${second.port}/`);
    const { id } = announce();
    const fail = async () => void lost.push('webhook-events#');
    if (place === 1) await fail();
    if (place === 2) beforeNext('UpdateItemCommand', fail, eventKey(id).pk);
    if (place === 3)
      beforeNext('UpdateItemCommand', async () => beforeNext('UpdateItemCommand', fail), eventKey(id).pk);
    await settle();
    await run(5);
    const event = await stored(id);
    expect(Object.values(event?.record.fields.deliveries ?? {}).map(({ status }) => status)).toEqual([
      'succeeded',
      'succeeded',
    ]);
    expect(await rowOf(eventKey(id))).toHaveProperty('expires');
  });
});

describe('an outage of the queue', () => {
  it('delays the next attempt until the sweep, but repeats none, while a failure is recorded', async () => {
    const endpoint = await endpointResponding(500, 204);
    const { id } = announce();
    const row = endpointKey(endpoint.id).pk;
    const cutOff = async () => {
      queue().isDown = true;
    };
    beforeNext('UpdateItemCommand', cutOff, row);
    await settle();
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 1 });
    queue().isDown = false;
    await run(4);
    expect(endpoint.received).toHaveLength(2);
    await expectDelivered(id, 2);
  });
});

describe('a sweep', () => {
  it('causes each attempt once even if it runs late or twice', async () => {
    const endpoint = await endpointResponding(500, 500, 500, 204);
    const { id } = announce();
    for (const gap of [0, 5, 300]) {
      pass(gap);
      await settle();
    }
    pass(5 * 3600);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(4);
    await expectDelivered(id, 4);
  });
});
