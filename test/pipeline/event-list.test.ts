/** The list of events, filtered by their endpoints and by the statuses of their deliveries. */
import { describe, expect, it } from 'vitest';
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

describe('filter[status]', () => {
  it('lists events that have a delivery in this status to a current endpoint', async () => {
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
});

describe('filter[endpoint]', () => {
  it('lists events delivered to the endpoint, and none for an unknown or foreign one', async () => {
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

it('a period that ends before it begins has no events', async () => {
  const endpoint = await endpointResponding(204);
  await askForTest(endpoint.id);
  const day = (later: number) => new Date(now().getTime() + later * 86_400_000).toISOString().slice(0, 10);
  for (const later of [-3, 0, 3])
    expect(
      await listed(`filter[created-at-gte]=${day(later + 2)}&filter[created-at-lte]=${day(later)}`),
    ).toEqual([]);
});

it.each([
  'filter[status]=lost',
  'filter[status]=',
  'filter[endpoint]=x',
  'filter[endpoint]=0',
  'filter[endpoint]=1,2',
])('the list of events returns 422 for ?%s', async (query) => {
  const { body } = await ask(422, { path: `/webhook-events?${query}` });
  expect(body.errors).toMatchObject([{ source: { parameter: query.split('=')[0] } }]);
});
