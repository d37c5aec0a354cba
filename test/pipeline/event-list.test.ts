/** The list of events, filtered by their endpoints and by the statuses of their deliveries. */
import { describe, expect, it } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { newAdmin } from '../support/calls.ts';
import { giveUp } from '../support/give-up.ts';
import {
  announce,
  ask,
  askForTest,
  endpointResponding,
  now,
  pass,
  remove,
  rowOf,
  settle,
  usePipeline,
} from './pipeline.ts';

usePipeline();

const listed = async (query: string): Promise<string[]> => {
  const { body } = await ask(200, { path: `/webhook-events?${query}` });
  expect(body.meta.page.total).toBe(body.data.length);
  return body.data.map(({ id }: { id: string }) => id);
};

const byStatus = async () => {
  const lists = ['pending', 'succeeded', 'failed'].map((status) => listed(`filter[status]=${status}`));
  const [pending, succeeded, failed] = await Promise.all(lists);
  return { pending, succeeded, failed };
};

/** Writes the row of an event as the version before did. */
async function makeOld(eventId: string): Promise<void> {
  const update = eventKey(eventId);
  const layout = { set: ['slim', '~'] as const, to: 'A3dyRD' };
  await new Table().commit([{ update, with: [layout, { remove: ['slim', 'statuses'] }] }]);
}

describe('filter[status]', () => {
  it('lists the events of which any delivery to a current endpoint has the status', async () => {
    const failing = await endpointResponding(500);
    const succeeding = await endpointResponding(204);
    const { id } = announce();
    await settle();
    pass(1);
    const test = await askForTest(succeeding.id);
    expect(await byStatus()).toEqual({ pending: [test, id], succeeded: [id], failed: [] });
    await giveUp(id, now());
    expect(await byStatus()).toEqual({ pending: [test], succeeded: [id], failed: [id] });
    await remove(failing.id);
    expect(await byStatus()).toEqual({ pending: [test], succeeded: [id], failed: [] });
  });

  it('finds events of earlier versions, before and after reindex, which leaves their ETags', async () => {
    await endpointResponding(204);
    const { id } = announce();
    await settle();
    await makeOld(id);
    expect(await byStatus()).toEqual({ pending: [], succeeded: [id], failed: [] });
    const { version } = await rowOf(eventKey(id));
    const { result } = Object(await operate({ command: 'reindex', arguments: {}, actor: 'test' }));
    expect(result).toMatchObject({ finished: true });
    expect(await rowOf(eventKey(id))).toMatchObject({ version, slim: { statuses: expect.any(Object) } });
    expect(await byStatus()).toEqual({ pending: [], succeeded: [id], failed: [] });
    expect(Object(await operate({ command: 'reindex', arguments: {}, actor: 'test' })).result.rewritten).toBe(
      0,
    );
  });
});

describe('filter[endpoint]', () => {
  it('lists the events with a delivery to the endpoint, and none for an id of nobody or of others', async () => {
    const first = await endpointResponding(204);
    const second = await endpointResponding(204);
    const { id } = announce();
    await settle();
    pass(1);
    const test = await askForTest(second.id);
    expect(await listed(`filter[endpoint]=${first.id}`)).toEqual([id]);
    expect(await listed(`filter[endpoint]=${second.id}`)).toEqual([test, id]);
    expect(await listed(`filter[endpoint]=${second.id}&filter[status]=pending`)).toEqual([test]);
    expect(await listed('filter[endpoint]=17')).toEqual([]);
    await remove(first.id);
    expect(await listed(`filter[endpoint]=${first.id}`)).toEqual([]);
    const { token } = await newAdmin();
    const path = `/webhook-events?filter[endpoint]=${second.id}`;
    expect((await ask(200, { path, token })).body.data).toEqual([]);
  });
});

it.each([
  'filter[status]=lost',
  'filter[status]=',
  'filter[endpoint]=x',
  'filter[endpoint]=0',
  'filter[endpoint]=1,2',
])('the list of events responds to ?%s with 422', async (query) => {
  const { body } = await ask(422, { path: `/webhook-events?${query}` });
  expect(body.errors).toMatchObject([{ source: { parameter: query.split('=')[0] } }]);
});
