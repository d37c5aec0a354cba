/** Retries after a failed attempt. */
import { describe, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import { receiver } from '../support/receivers.ts';
import { verifiedEvent } from '../support/verified-event.ts';
import {
  announce,
  ask,
  delivery,
  endpointResponding,
  now,
  pass,
  patch,
  pendingDelivery,
  queue,
  register,
  rowOf,
  settle,
  shown,
  sweep,
  usePipeline,
} from './pipeline.ts';

// The gaps of the test stage: 5 s, 5 min, 30 min. Four attempts.
usePipeline();

const seconds = (moment: string) => (Date.parse(moment) - now().getTime()) / 1000;

describe('a failed attempt', () => {
  it('is retried at the scheduled intervals, and the delivery fails after the last', async () => {
    const endpoint = await endpointResponding(500, 503, 404, 410);
    const { id } = announce();
    const history: unknown[] = [];
    for (const gap of [5, 300, 1800, 0]) {
      await sweep();
      await settle();
      const after = await delivery(id);
      const next = after.status === 'pending' ? seconds(after.nextAttemptAt) : null;
      history.push([after.status, after.attempts, after.lastResponseStatus, next]);
      pass(gap - 1);
      await sweep();
      await settle();
      pass(1);
    }
    expect(history).toEqual([
      ['pending', 1, 500, 5],
      ['pending', 2, 503, 300],
      ['pending', 3, 404, 1800],
      ['failed', 4, 410, null],
    ]);
    expect(endpoint.received).toHaveLength(4);
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 4, 'is-active': true });
    pass(7200);
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(4);
  });

  it('waits up to 15 minutes in the queue, and longer in the table', async () => {
    await endpointResponding(500);
    announce();
    const waiting = () =>
      queue().messages.map(({ visibleAt, group }) => [visibleAt - now().getTime(), group]);
    await settle();
    const [[delay, group] = []] = waiting();
    expect([delay, group]).toEqual([5000, expect.stringMatching(/^\d+$/)]);
    pass(5);
    await settle();
    expect(waiting()).toEqual([[300_000, group]]);
    pass(300);
    await settle();
    expect(waiting()).toEqual([]);
    // A minute and a half before its time, so that sweeps a minute apart send its message in time.
    pass(1709);
    await sweep();
    expect(waiting()).toEqual([]);
    pass(1);
    await sweep();
    expect(waiting()).toEqual([[90_000, group]]);
    pass(60);
    await sweep();
    expect(waiting()).toEqual([[30_000, group]]);
  });

  it('no longer counts on the endpoint after a success', async () => {
    const endpoint = await endpointResponding(500, 200);
    const { id } = announce();
    await settle();
    expect((await shown(endpoint.id))['consecutive-failures']).toBe(1);
    pass(5);
    await settle();
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 2, lastResponseStatus: 200 });
    expect((await shown(endpoint.id))['consecutive-failures']).toBe(0);
  });

  it('does not change updated-at of the endpoint', async () => {
    const endpoint = await endpointResponding(500);
    const before = (await shown(endpoint.id))['updated-at'];
    pass(10);
    announce();
    await settle();
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 1, 'updated-at': before });
  });

  it('is signed again for the retry', async () => {
    const endpoint = await endpointResponding(500, 204);
    announce();
    await settle();
    pass(5);
    await settle();
    const moments = endpoint.received.map(({ headers }) =>
      Number(/^t=(\d+)/.exec(String(headers['service-signature']))?.[1]),
    );
    expect((moments[1] ?? 0) - (moments[0] ?? 0)).toBe(5);
    expect(endpoint.received[0]?.body).toBe(endpoint.received[1]?.body);
  });
});

describe('the response of a receiver', () => {
  it('postpones the next attempt by Retry-After, between one and two intervals', async () => {
    const asking = (value: string) => ({ status: 429, headers: { 'Retry-After': value } });
    await endpointResponding(asking('8'), asking('10000'), asking('1'));
    const { id } = announce();
    for (const wait of [8, 600, 1800]) {
      await sweep();
      await settle();
      expect(seconds((await pendingDelivery(id)).nextAttemptAt)).toBe(wait);
      pass(wait);
    }
  });

  it('counts as a failure if it is a redirect', async () => {
    const target = await receiver((_request, response) => response.writeHead(200).end());
    const headers = { Location: `https://127.0.0.1:${target.port}/` };
    await endpointResponding({ status: 307, headers });
    const { id } = announce();
    await settle();
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 1, lastResponseStatus: 307 });
    expect(target.received).toEqual([]);
  });
});

describe('an unreachable endpoint', () => {
  it('causes failures without a status', async () => {
    await register('https://127.0.0.1:1/');
    const { id } = announce();
    await settle();
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 1, lastResponseStatus: null });
  });

  it('causes failures without a status if its host now resolves to a reserved address', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    const row = await rowOf(endpointKey(id));
    const slim = { ...(row['slim'] as object), url: 'https://10.0.0.1/' };
    await new Table().commit([{ put: { ...row, slim } as never }]);
    const { id: eventId } = announce();
    await settle();
    expect(await delivery(eventId)).toMatchObject({ attempts: 1, lastResponseStatus: null });
    expect((await shown(id))['consecutive-failures']).toBe(1);
  });
});

describe('an endpoint between attempts', () => {
  it('can get a new URL and secret for the next attempt', async () => {
    const old = await endpointResponding(500);
    const next = await receiver((_request, response) => response.writeHead(204).end());
    announce();
    await settle();
    await patch(old.id, { url: `https://127.0.0.1:${next.port}/new` });
    const path = `/webhook-endpoints/${old.id}/rotate-secret`;
    const rotated = (await ask(200, { method: 'POST', path })).body.data.attributes['signing-secret'];
    pass(5);
    await settle();
    const [request] = next.received;
    const verify = (secret: string) =>
      verifiedEvent(request?.body ?? '', String(request?.headers['service-signature']), secret);
    expect(verify(rotated)).toMatchObject({ type: 'album.status_changed' });
    expect(() => verify(old.secret)).toThrow();
  });

  it('can be disabled, which skips due attempts without counting them', async () => {
    const endpoint = await endpointResponding(500);
    const { id } = announce();
    await settle();
    await patch(endpoint.id, { 'is-active': false });
    pass(5);
    await settle();
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 1, position: 2 });
    expect(seconds((await pendingDelivery(id)).nextAttemptAt)).toBe(300);
    expect(endpoint.received).toHaveLength(1);
    await patch(endpoint.id, { 'is-active': true });
    pass(300);
    await settle();
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 2, position: 3 });
    expect(endpoint.received).toHaveLength(2);
  });

  it('can be disabled until the schedule ends, which fails the delivery', async () => {
    const endpoint = await endpointResponding(500);
    const { id } = announce();
    await settle();
    await patch(endpoint.id, { 'is-active': false });
    for (const gap of [5, 300, 1800]) {
      pass(gap);
      await sweep();
      await settle();
    }
    expect(await delivery(id)).toMatchObject({ status: 'failed', attempts: 1 });
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 1 });
  });

  it('can be deleted, which ends the delivery silently', async () => {
    const endpoint = await endpointResponding(500);
    const { id } = announce();
    await settle();
    await ask(204, { method: 'DELETE', path: `/webhook-endpoints/${endpoint.id}` });
    pass(5);
    await settle();
    await expect(delivery(id)).rejects.toThrow('has no delivery');
    expect(endpoint.received).toHaveLength(1);
    expect(queue().messages).toEqual([]);
  });
});

describe('an endpoint that keeps failing', () => {
  /** Four attempts of an event: thirty-five minutes. */
  async function failThrough(): Promise<string> {
    const { id } = announce();
    for (const gap of [0, 5, 300]) {
      pass(gap);
      await settle();
    }
    // Only the sweep sends a message after a gap of more than 15 minutes.
    pass(1800);
    await sweep();
    await settle();
    return id;
  }

  it('is disabled after ten consecutive failures over at least 72 hours', async () => {
    const endpoint = await endpointResponding(500);
    for (let event = 0; event < 3; event++) await failThrough();
    expect(await shown(endpoint.id)).toMatchObject({ 'is-active': true, 'consecutive-failures': 12 });
    pass(72 * 3600 - 3 * 2105 - 1);
    announce();
    await settle();
    expect(await shown(endpoint.id)).toMatchObject({ 'is-active': true, 'consecutive-failures': 13 });
    pass(1);
    announce();
    await settle();
    expect(await shown(endpoint.id)).toMatchObject({
      'is-active': false,
      'disabled-at': now().toISOString(),
      'consecutive-failures': 14,
    });
    const later = announce();
    await settle();
    await expect(delivery(later.id)).rejects.toThrow();
    await patch(endpoint.id, { 'is-active': true });
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 0, 'disabled-at': null });
  });

  it('is disabled by the tenth failure, not the ninth, even if the first is old', async () => {
    const endpoint = await endpointResponding(500);
    await failThrough();
    await failThrough();
    pass(100 * 3600);
    announce();
    await settle();
    expect(await shown(endpoint.id)).toMatchObject({ 'is-active': true, 'consecutive-failures': 9 });
    pass(5);
    await settle();
    expect(await shown(endpoint.id)).toMatchObject({ 'is-active': false, 'consecutive-failures': 10 });
  });

  it('has its failures counted from zero after each success', async () => {
    const endpoint = await endpointResponding(...Array<number>(9).fill(500), 204, 500);
    await failThrough();
    await failThrough();
    pass(100 * 3600);
    for (const [gap, failures] of [
      [0, 9],
      [5, 0],
    ] as const) {
      if (gap === 0) announce();
      pass(gap);
      await settle();
      expect(await shown(endpoint.id)).toMatchObject({ 'is-active': true, 'consecutive-failures': failures });
    }
    await failThrough();
    await failThrough();
    await failThrough();
    expect(await shown(endpoint.id)).toMatchObject({ 'is-active': true, 'consecutive-failures': 12 });
  });

  it('has each of many concurrent failures counted', async () => {
    const endpoint = await endpointResponding(500);
    for (let event = 0; event < 12; event++) announce();
    await settle();
    expect(await shown(endpoint.id)).toMatchObject({ 'consecutive-failures': 12 });
  });
});
