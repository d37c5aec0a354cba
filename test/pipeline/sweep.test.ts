/** The sweep finds all due deliveries in the table, even if their messages are lost. */

import { describe, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { dueBy } from '../../shared/kit/work/due.ts';
import { rowKey, SweepRound } from '../../shared/kit/work/sweep-round.ts';
import { kindsOfWork as kinds } from '../../shared/service/kinds-of-work.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import {
  announce,
  ask,
  askForTest,
  delivery,
  dueEvent,
  endpointResponding,
  now,
  pass,
  publish,
  queue,
  rowOf,
  run,
  settle,
  shown,
  sweep,
  usePipeline,
} from './pipeline.ts';

usePipeline();

const rewrite = async (key: { pk: string; sk: string }, changes: object): Promise<void> => {
  await new Table().commit([{ put: { ...(await rowOf(key)), ...changes, ...key } }]);
};

/** An event whose first attempt failed. The next one is due in five seconds, but its message is lost. */
async function waitingEvent(): Promise<{
  id: string;
  endpoint: Awaited<ReturnType<typeof endpointResponding>>;
}> {
  const endpoint = await endpointResponding(500, 204);
  const { id } = announce();
  await settle();
  queue().lose();
  return { id, endpoint };
}

describe('a lost message', () => {
  it('is replaced when the attempt is due, and no earlier', async () => {
    const { endpoint } = await waitingEvent();
    pass(4);
    await sweep();
    expect(queue().messages).toEqual([]);
    pass(1);
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(2);
  });

  it('is replaced when the claim of a crashed sender expires', async () => {
    const { id } = await waitingEvent();
    pass(5);
    await rewrite(eventKey(id), { claimedUntil: new Date(now().getTime() + 30_000).toISOString() });
    pass(29);
    await sweep();
    expect(queue().messages).toEqual([]);
    pass(1);
    await sweep();
    await settle();
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  });
});

describe('an outage of the queue', () => {
  it('ends with the delivery of all events, even after 40 days', async () => {
    const { id, endpoint } = await waitingEvent();
    pass(5);
    queue().isDown = true;
    for (let day = 0; day < 40; day += 4) {
      await expect(sweep()).rejects.toThrow();
      pass(4 * 86_400);
    }
    queue().isDown = false;
    await run(1);
    expect(endpoint.received).toHaveLength(2);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded' });
  });

  it('leaves all deliveries due', async () => {
    await waitingEvent();
    pass(5);
    queue().isDown = true;
    await expect(sweep()).rejects.toThrow();
    queue().isDown = false;
    await sweep();
    expect(queue().messages).toHaveLength(1);
  });

  it('does not fill the queue with copies when senders fail', async () => {
    const { endpoint } = await waitingEvent();
    pass(5);
    for (let minute = 0; minute < 20; minute++) {
      await sweep();
      pass(60);
    }
    // After 0, 1, 3, 7 and 15 minutes.
    expect(queue().messages).toHaveLength(5);
    await settle();
    expect(endpoint.received).toHaveLength(2);
  });
});

describe('a fault of the service', () => {
  it('does not count, and the attempt is made when the fault is fixed', async () => {
    const endpoint = await endpointResponding(204);
    const row = await rowOf(endpointKey(endpoint.id));
    await rewrite(endpointKey(endpoint.id), {
      rest: { ...(row['rest'] as object), 'signing-secret': 'v1.broken' },
    });
    const { id } = announce();
    await run(91);
    expect(endpoint.received).toEqual([]);
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 0, position: 0, faults: 7 });
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 0 });
    expect(queue().deadLetters).toEqual([]);
    await rewrite(endpointKey(endpoint.id), { rest: row['rest'] });
    await run(61);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(endpoint.received).toHaveLength(1);
  });
});

describe('many due deliveries', () => {
  const SHARD = 'due#0';

  async function makeDue(count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, each) => {
      const at = new Date(now().getTime() - 1000 - each);
      return dueEvent(`evt_many_${each}`, { at, shard: SHARD });
    });
    await new Table().putMany(rows);
  }

  it('are all enqueued page by page, longest due first', async () => {
    await makeDue(110);
    await sweep();
    const woken = queue().messages.map(({ body }) => JSON.parse(body).eventId);
    expect(woken).toHaveLength(110);
    expect([woken[0], new Set(woken).size]).toEqual(['evt_many_109', 110]);
    await sweep();
    expect(queue().messages).toHaveLength(110);
  });

  it('are found behind any number of running attempts', async () => {
    await makeDue(110);
    const claimedUntil = new Date(now().getTime() + 20_000).toISOString();
    const rows = await new Table().query({ index: 'by-due-time', partition: SHARD, upTo: dueBy(now()) });
    const claimed = await new Table().getMany(rows.slice(0, 105).map(rowKey));
    await new Table().putMany(claimed.map((row) => ({ ...row, ...rowKey(row), claimedUntil })));
    await sweep();
    expect(queue().messages).toHaveLength(5);
  });

  it('are not enqueued if only a stale index shows them as due', async () => {
    await endpointResponding(500);
    const { id } = announce();
    await settle();
    const woken = async () => {
      const round = new SweepRound({ table: new Table(), now: now(), kinds });
      await round.wake([eventKey(id)]);
      return round.woken.get('webhook-event') ?? 0;
    };
    expect(await woken()).toBe(0);
    pass(5);
    expect(await woken()).toBe(1);
  });

  it('are enqueued by the next sweep if one runs out of time', async () => {
    await makeDue(110);
    await sweep(5_000);
    expect(queue().messages).toHaveLength(100);
    await sweep(5_000);
    expect(new Set(queue().messages.map(({ body }) => body)).size).toBe(110);
  });
});

describe('the event history', () => {
  /** In epoch seconds. */
  const endOfHour = (time: string) => Date.parse(`${time.slice(0, 13)}:00:00Z`) / 1000 + 3600;
  const listed = async () =>
    (await ask(200, { path: '/webhook-events' })).body.data.map(({ id }: { id: string }) => id);

  it('lists an event for over 30 days only while its delivery is pending', async () => {
    const endpoint = await endpointResponding(204);
    const eventId = await askForTest(endpoint.id);
    const { 'created-at': createdAt } = (await ask(200, { path: `/webhook-events/${eventId}` })).body.data
      .attributes;
    await publish(eventId);
    pass(31 * 86_400);
    expect(await listed()).toContain(eventId);
    expect(await rowOf(eventKey(eventId))).not.toHaveProperty('expires');
    // The queue keeps a message for 14 days.
    await settle();
    expect(await listed()).toContain(eventId);
    await publish(eventId);
    await settle();
    expect(await listed()).not.toContain(eventId);
    await ask(404, { path: `/webhook-events/${eventId}` });
    const event = await rowOf(eventKey(eventId));
    const end = endOfHour(createdAt) + 30 * 86_400;
    expect([event['expires'], event['causes'], event['dueAt']]).toEqual([end, undefined, undefined]);
    expect(await delivery(eventId)).toMatchObject({ status: 'succeeded' });
  });

  it('omits a finished event from the hour it is 30 days old, even before its deletion', async () => {
    const endpoint = await endpointResponding(204);
    const eventId = await askForTest(endpoint.id);
    await publish(eventId);
    await settle();
    const path = `/webhook-events/${eventId}`;
    pass(endOfHour(now().toISOString()) - now().getTime() / 1000 + 30 * 86_400 - 1);
    await ask(200, { path });
    expect(await listed()).toEqual([eventId]);
    pass(2);
    expect(await listed()).toEqual([]);
    await ask(404, { path });
  });

  it('keeps an event to several endpoints until its last delivery', async () => {
    await endpointResponding(204);
    await endpointResponding(500, 204);
    const { id } = announce();
    await settle();
    expect(await rowOf(eventKey(id))).not.toHaveProperty('expires');
    pass(5);
    await settle();
    expect(await rowOf(eventKey(id))).toHaveProperty('expires');
  });
});
