import { beforeEach, describe, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { recoveryWork } from '../../shared/webhooks/deliveries/recovery-work.ts';
import { MAX_RECOVERED } from '../../shared/webhooks/deliveries/start-recovery.ts';
import { newAdmin } from '../support/calls.ts';
import type { Call } from '../support/event-of.ts';
import { giveUp } from '../support/give-up.ts';
import { listen } from '../support/log.ts';
import { killedAfterEveryStep } from './every-step.ts';
import {
  announce,
  ask,
  deliveries,
  endpointResponding,
  now,
  pass,
  patch,
  queue,
  register,
  remove,
  settle,
  sweep,
  usePipeline,
} from './pipeline.ts';
import { failedEvents, failures, work } from './recovering.ts';
import { beforeNext, beforeWrite, comeBetween } from './steps.ts';

usePipeline();
beforeEach(() => pass(60));

const recover = (status: number, id: string, attributes?: object, more: Partial<Call> = {}) =>
  ask(status, {
    method: 'POST',
    path: `/webhook-endpoints/${id}/recover`,
    ...(attributes && { body: { data: { type: 'webhook-endpoints', attributes } } }),
    ...more,
  });

const recovered = async (id: string, since = '2020-01-01T00:00:00Z') =>
  (await recover(202, id, { since })).body.meta;

/** @returns the id of an event whose deliveries fail, and are given up now. */
async function givenUp(): Promise<string> {
  const { id } = announce();
  await settle();
  await giveUp(id, now());
  return id;
}

const statusesOf = async (...ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await deliveries(id)).map(({ status }) => status)));

describe('POST /webhook-endpoints/{id}/recover', () => {
  it('resends exactly the events given up at the given time or later', async () => {
    const endpoint = await endpointResponding(500, 500, 500, 204);
    const before = await givenUp();
    pass(1);
    const since = now().toISOString();
    const at = await givenUp();
    pass(1);
    const after = await givenUp();
    const succeeded = announce().id;
    await settle();
    expect((await recover(202, endpoint.id, { since })).body).toEqual({
      jsonapi: { version: '1.0' },
      meta: { resent: 2, more: false },
    });
    expect(await recovered(endpoint.id, since)).toEqual({ resent: 0, more: false });
    await work();
    expect(await statusesOf(before, at, after, succeeded)).toEqual([
      ['failed'],
      ['pending'],
      ['pending'],
      ['succeeded'],
    ]);
    await sweep();
    await settle();
    expect(endpoint.received.map(({ headers }) => headers['service-event-id'])).toEqual(
      expect.arrayContaining([at, after]),
    );
    expect(endpoint.received).toHaveLength(6);
    expect(await statusesOf(at, after)).toEqual([['succeeded'], ['succeeded']]);
    expect(await recovered(endpoint.id, since)).toEqual({ resent: 0, more: false });
  });

  it('leaves deliveries to other endpoints unchanged', async () => {
    const first = await endpointResponding(500);
    const second = await endpointResponding(500);
    const id = await givenUp();
    expect(await recovered(second.id)).toEqual({ resent: 1, more: false });
    await work();
    expect(await statusesOf(id)).toEqual([['failed', 'pending']]);
    expect([await failures(first.id), await failures(second.id)]).toEqual([[expect.anything()], []]);
  });

  it('accepts a day or a time with any offset', async () => {
    const endpoint = await endpointResponding(500);
    await givenUp();
    const ahead = new Date(now().getTime() + 3_600_000).toISOString().slice(0, 19);
    expect(await recovered(endpoint.id, `${ahead}+00:30`)).toEqual({ resent: 0, more: false });
    expect(await recovered(endpoint.id, `${ahead}+02:00`)).toEqual({ resent: 1, more: false });
    await work();
    await givenUp();
    expect(await recovered(endpoint.id, now().toISOString().slice(0, 10))).toEqual({
      resent: 1,
      more: false,
    });
  });

  it('promises at most a thousand events, oldest first, without reading any', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    const extra = 20;
    const eventIds = await failedEvents(id, MAX_RECOVERED + extra);
    const { lines, stop } = listen();
    expect(await recovered(id)).toEqual({ resent: MAX_RECOVERED, more: true });
    stop();
    const cost = Object(lines.find(({ event }) => event === 'request')?.['table']);
    // Session, endpoint, earlier work, and a unit for 25 of the rows beside the endpoint; the work, also due.
    expect(cost.readUnits).toBeLessThan(MAX_RECOVERED / 25);
    expect(cost.writeUnits).toBeLessThanOrEqual(3);
    expect(await recovered(id)).toEqual({ resent: extra, more: false });
    expect(await recovered(id)).toEqual({ resent: 0, more: false });
    const { lines: worked, stop: end } = listen();
    await work();
    end();
    const [line] = worked.filter(({ event }) => event === 'webhook.recovered');
    expect(line).toMatchObject({ outcome: 'done', resent: MAX_RECOVERED + extra });
    // An event and its place in two indexes, and the row beside the endpoint.
    expect(Object(line?.['table']).writeUnits).toBeLessThan(4.05 * (MAX_RECOVERED + extra));
    expect((await statusesOf(...eventIds.slice(0, 5))).flat()).toEqual(Array(5).fill('pending'));
    expect(await failures(id)).toEqual([]);
  });

  it('promises what other requests have not: before, between and after', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    const times: string[] = [];
    for (let count = 1; count <= 3; count++) {
      pass(60);
      times.push(now().toISOString());
      await failedEvents(id, count);
    }
    const [first = '', , third = ''] = times;
    expect(await recovered(id, third)).toEqual({ resent: 3, more: false });
    pass(60);
    await failedEvents(id, 4);
    expect(await recovered(id, first)).toEqual({ resent: 1 + 2 + 4, more: false });
    await work();
    expect(await failures(id)).toEqual([]);
  });

  it('sends events that are being resent once their attempts have ended', async () => {
    const endpoint = await endpointResponding(500, 204);
    await endpointResponding(500);
    const id = await givenUp();
    const claimedUntil = new Date(now().getTime() + 30_000).toISOString();
    await new Table().commit([{ update: eventKey(id), with: [{ set: 'claimedUntil', to: claimedUntil }] }]);
    expect(await recovered(endpoint.id)).toEqual({ resent: 1, more: false });
    await work();
    expect(await failures(endpoint.id)).toHaveLength(1);
    pass(36);
    await work();
    expect(await statusesOf(id)).toEqual([['pending', 'failed']]);
    expect(await failures(endpoint.id)).toEqual([]);
    expect(await recovered(endpoint.id)).toEqual({ resent: 0, more: false });
  });

  it('omits events older than 30 days', async () => {
    const endpoint = await endpointResponding(500);
    await givenUp();
    pass(31 * 86_400);
    expect(await recovered(endpoint.id)).toEqual({ resent: 0, more: false });
  });

  it('counts and sends an event once for two concurrent requests', async () => {
    const endpoint = await endpointResponding(500, 204);
    await givenUp();
    const both = await Promise.all([recovered(endpoint.id), recovered(endpoint.id)]);
    expect(both.map(({ resent }) => resent).toSorted()).toEqual([0, 1]);
    await work();
    await work();
    expect(endpoint.received).toHaveLength(2);
  });

  it('continues in the next invocation after ten seconds', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    await failedEvents(id, 150);
    await recovered(id);
    await sweep();
    comeBetween();
    // A write must not take that long.
    beforeWrite(5, async () => {
      pass(6);
      beforeWrite(50, async () => pass(6));
    });
    const { lines, stop } = listen();
    await settle();
    stop();
    const outcomes = lines.flatMap(({ event, outcome, resent }) =>
      event === 'webhook.recovered' ? [[outcome, resent]] : [],
    );
    expect(outcomes).toEqual([
      ['part', 99],
      ['done', 51],
    ]);
    expect(await failures(id)).toEqual([]);
  });

  it('counts events for one of two concurrent requests', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    await failedEvents(id, 1);
    await recovered(id);
    pass(1);
    await failedEvents(id, 2);
    comeBetween();
    let other: unknown;
    // The first request has read the same promises and events.
    const act = async () => {
      other = await recovered(id);
    };
    beforeNext('UpdateItemCommand', act, recoveryWork.key(id).pk);
    expect(await recovered(id)).toEqual({ resent: 0, more: false });
    expect(other).toEqual({ resent: 2, more: false });
  });

  it('includes what a request adds during the work', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    await failedEvents(id, 2);
    await recovered(id);
    pass(1);
    await sweep();
    await failedEvents(id, 1);
    // After all failures of which the work knows.
    comeBetween();
    let added = {};
    beforeNext('BatchWriteItemCommand', async () => {
      added = await recovered(id);
    });
    await settle();
    expect(added).toEqual({ resent: 1, more: false });
    expect(await failures(id)).toEqual([]);
  });

  it.each([
    ['disabled', (id: string) => patch(id, { 'is-active': false }), 1],
    ['deleted', remove, 1],
  ] as const)('sends nothing to an endpoint that is meanwhile %s', async (_, change, left) => {
    const endpoint = await endpointResponding(500);
    const id = await givenUp();
    await recovered(endpoint.id);
    await change(endpoint.id);
    await work();
    expect(await statusesOf(id)).toEqual([['failed']]);
    expect(await failures(endpoint.id)).toHaveLength(left);
    expect(await new Table().get(recoveryWork.key(endpoint.id))).toBeUndefined();
  });

  it('sends what a request adds after the endpoint was found disabled', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    await failedEvents(id, 1);
    await recovered(id);
    await patch(id, { 'is-active': false });
    await sweep();
    comeBetween();
    let added = {};
    // The end of the work.
    beforeNext('DeleteItemCommand', async () => {
      await patch(id, { 'is-active': true });
      pass(1);
      await failedEvents(id, 1);
      added = await recovered(id);
    });
    await settle();
    expect(added).toEqual({ resent: 1, more: false });
    expect(await failures(id)).toEqual([]);
  });

  it('resends every event once wherever its worker is killed', async () => {
    comeBetween();
    await killedAfterEveryStep({
      begin: async () => {
        const endpoint = await register('https://127.0.0.1:1/');
        const ids = await failedEvents(endpoint.id, 3);
        await recovered(endpoint.id);
        await sweep();
        return { endpoint, ids };
      },
      run: settle,
      async end(about, { endpoint, ids }) {
        expect([about, await recovered(endpoint.id)]).toEqual([about, { resent: 0, more: false }]);
        pass(120);
        await sweep();
        // The events themselves are not due for a test of the work alone.
        queue().lose(({ body }) => !body.includes('recovery'));
        await settle();
        expect([about, (await statusesOf(...ids)).flat()]).toEqual([about, Array(3).fill('pending')]);
        expect([about, await failures(endpoint.id)]).toEqual([about, []]);
        expect(await new Table().get(recoveryWork.key(endpoint.id))).toBeUndefined();
        await remove(endpoint.id);
      },
    });
  });

  it.each([
    [{ since: 'yesterday' }],
    [{ since: '2026-02-30T00:00:00Z' }],
    [{ since: 17 }],
    [{ since: null }],
    [{}],
  ])('rejects %j', async (attributes) => {
    const { id } = await register('https://127.0.0.1:1/');
    const { body } = await recover(422, id, attributes);
    expect(body.errors).toMatchObject([{ source: { pointer: '/data/attributes/since' } }]);
  });

  it('rejects a request without an endpoint document', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    const attributes = { since: '2026-11-20' };
    const data = { type: 'webhook-endpoints', attributes };
    await recover(400, id);
    await recover(400, id, undefined, { body: { data: [] } });
    await recover(409, id, undefined, { body: { data: { ...data, type: 'labels' } } });
    await recover(409, id, undefined, { body: { data: { ...data, id: '17' } } });
    await recover(202, id, undefined, { body: { data: { ...data, id } } });
    const { body } = await recover(422, id, { ...attributes, colour: 'red' });
    expect(body.errors).toMatchObject([{ source: { pointer: '/data/attributes/colour' } }]);
  });

  it('rejects a disabled endpoint and one of another user', async () => {
    const endpoint = await endpointResponding(500);
    const id = await givenUp();
    const attributes = { since: '2020-01-01' };
    const { token } = await newAdmin();
    const unknown = await recover(404, '17', attributes);
    expect((await recover(404, endpoint.id, attributes, { token })).body).toEqual(unknown.body);
    await patch(endpoint.id, { 'is-active': false });
    const { body } = await recover(409, endpoint.id, attributes);
    expect(body.errors).toMatchObject([{ code: 'webhook-endpoint-disabled' }]);
    expect(await statusesOf(id)).toEqual([['failed']]);
    await remove(endpoint.id);
    expect((await recover(404, endpoint.id, attributes)).body).toEqual(unknown.body);
  });
});
