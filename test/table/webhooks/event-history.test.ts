/** Lists of a month of webhook events: what they cost, and that they agree. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as webhooks } from '../../../functions/webhooks/handler.ts';
import { newRow } from '../../../shared/kit/records/rows.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { webhookEvents } from '../../../shared/webhooks/api/webhook-events.ts';
import { newEventWork, rested } from '../../../shared/webhooks/deliveries/event-work.ts';
import { failedDelivery, newDelivery } from '../../../shared/webhooks/deliveries/progress.ts';
import { events, subscribableEvents } from '../../../shared/webhooks/events.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { countEvents } from '../../support/count-history.ts';
import { countLateRounds } from '../../support/rounds.ts';
import { withTable } from '../../support/table.ts';

withTable();
const EVENTS = 2000;
const MONTH_MS = 30 * 86_400_000;
let person: Person;
let endpoint = '';
let now = 0;

const typeOf = (number: number) =>
  subscribableEvents[number % subscribableEvents.length] ?? 'album.status_changed';

beforeAll(async () => {
  person = await newAdmin();
  const attributes = { url: 'https://127.0.0.1:1/', events: subscribableEvents };
  const body = { data: { type: 'webhook-endpoints', attributes } };
  const path = '/webhook-endpoints';
  const made = await call(webhooks, 201, { method: 'POST', path, token: person.token, body });
  endpoint = made.body.data.id;
  now = Date.now();
  await new Table().putMany(Array.from({ length: EVENTS }, (_, number) => eventRow(number)));
});

/** Distributed over the month, the newest first. */
function eventRow(number: number): Item & Key {
  const type = typeOf(number);
  const at = new Date(now - 1000 - Math.round((number / EVENTS) * (MONTH_MS - 3_600_000)));
  const data = events[type].example;
  const event = {
    id: `evt_${randomUUID()}`,
    type,
    createdAt: at.toISOString(),
    ownerId: person.userId,
    data,
  };
  const work = newEventWork(event, [endpoint], at);
  const { record, ...due } = rested(work, { [endpoint]: failedDelivery(newDelivery(at), at) });
  return { ...newRow(webhookEvents, api.keys['webhook-events'], { record, counts: {} }), ...due } as never;
}

const list = async (query: string) => {
  const path = `/webhook-events?${query}`;
  const { readUnits, response } = await costOf(webhooks, 200, { path, token: person.token });
  const { total } = response.body.meta.page;
  return { readUnits, total, ids: response.body.data.map(({ id }: { id: string }) => id) };
};

const day = () => new Date(now - 10 * 86_400_000).toISOString().slice(0, 10);
const queries = () => [
  '',
  'sort=created-at',
  'page[number]=50',
  `page[number]=${EVENTS / 20}`,
  `filter[type]=${typeOf(3)}&page[size]=5`,
  'filter[status]=failed',
  'filter[status]=pending',
  `filter[endpoint]=${endpoint}&sort=created-at&page[number]=3`,
  `filter[created-at-gte]=${day()}&filter[created-at-lte]=${day()}`,
  `filter[created-at-gte]=${day()}T12:34:56Z`,
];

describe('a list of two thousand webhook events', () => {
  it('is the same before and after counting, which cuts it to 20 read units', async () => {
    const before = [];
    for (const query of queries()) before.push(await list(query));
    await countEvents(person.userId);
    for (const [at, query] of queries().entries()) {
      const { readUnits, ...listed } = await list(query);
      expect([query, listed]).toEqual([query, { total: before[at]?.total, ids: before[at]?.ids }]);
      expect(readUnits, query).toBeLessThanOrEqual(20);
    }
    expect(before[0]?.total).toBe(EVENTS);
  });

  it('contains events up to the last day of 9999, and none beyond', async () => {
    expect((await list('filter[created-at-lte]=9999-12-31')).total).toBe(EVENTS);
    expect((await list('filter[created-at-gte]=9999-12-31T23:59:59-14:00')).total).toBe(0);
    expect((await list('filter[created-at-gte]=0000-01-01T00:00:00%2B14:00')).total).toBe(EVENTS);
  });

  it('takes two rounds of calls for the newest page in a warm function', async () => {
    const path = '/webhook-events';
    const ask = () => call(webhooks, 200, { path, token: person.token });
    // The first opens the window of the rate limit, and the next is read while the caller is admitted.
    for (let time = 0; time < 3; time++) await ask();
    const rounds = countLateRounds();
    await ask();
    expect(rounds()).toBe(2);
  });

  it('reads only new events on the page or uncounted ones in a warm function', async () => {
    for (let time = 0; time < 2; time++) await list('');
    // Ten are the records of the page.
    expect((await list('')).readUnits).toBeLessThanOrEqual(14);
  });
});
