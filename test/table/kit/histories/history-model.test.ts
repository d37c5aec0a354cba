/** Compares lists of events with their definition, after random events, attempts, counts, crashes and races. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { findPage } from '../../../../shared/kit/crud/read/find-page.ts';
import { readQuery } from '../../../../shared/kit/jsonapi/query.ts';
import { newRow, type recordOf } from '../../../../shared/kit/records/rows.ts';
import type { Item } from '../../../../shared/kit/table/item.ts';
import { type Key, recordKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { api } from '../../../../shared/service/api.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { webhookEvents } from '../../../../shared/webhooks/api/webhook-events.ts';
import { historyEnds } from '../../../../shared/webhooks/deliveries/event-record.ts';
import {
  newEventWork,
  rested,
  saveEvent,
  toStoredEvent,
} from '../../../../shared/webhooks/deliveries/event-work.ts';
import { failedDelivery, newDelivery } from '../../../../shared/webhooks/deliveries/progress.ts';
import { resend } from '../../../../shared/webhooks/deliveries/resend.ts';
import { events, type WebhookEvent } from '../../../../shared/webhooks/events.ts';
import { type Delivery, pendingOf } from '../../../../shared/webhooks/rules/webhook-delivery.ts';
import { checkProperty, timeoutFor } from '../../../support/check-property.ts';
import { countEvents, runDueTasks } from '../../../support/count-history.ts';
import { withFaultyTable } from '../../../support/faulty-way.ts';
import { pass } from '../../../support/fold-list.ts';
import { allRows, recordsAmong } from '../../../support/invariants.ts';
import { listen } from '../../../support/log.ts';
import { withStoppableIndex } from '../../../support/stopped-index.ts';

const way = withFaultyTable();
const SECONDS = 120;
const HOUR = 3600;
const DAY = 24 * HOUR;
const TYPES = ['album.status_changed', 'store_delivery.sent', 'store_delivery.failed'] as const;
/** So many that the newest do not contain all. */
const FIRST_EVENTS = 180;
const ENDPOINTS = 3;
let ownerId = 0;
const index = withStoppableIndex();
const owner = () => String(ownerId);
const endpointIds = () => Array.from({ length: ENDPOINTS }, (_, at) => String(ownerId * 10 + at));
afterAll(() => void vi.useRealTimers());

const succeeded = (delivery: Delivery, now: Date): Delivery => {
  const { attempts, lastResponseStatus, failureReason, lastAttempts } = delivery;
  const facts = { attempts, lastResponseStatus, failureReason, lastAttempts };
  return { ...facts, status: 'succeeded', deliveredAt: now.toISOString() };
};

function eventAt(time: number, which: number): WebhookEvent {
  const type = TYPES[which % TYPES.length] ?? TYPES[0];
  const createdAt = new Date(time).toISOString();
  return { id: `evt_${randomUUID()}`, type, createdAt, ownerId: owner(), data: events[type].example };
}

/** One or several endpoints. */
const addressed = (which: number): string[] => endpointIds().filter((_, at) => ((which % 7) + 1) & (1 << at));

async function begin(): Promise<void> {
  const former = await allRows();
  await new Table().deleteMany(former.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
  ownerId += 1;
  const endpoints = endpointIds().map((id) => ({
    ...recordKey('webhook-endpoints', id),
    owner: owner(),
    version: 1,
  }));
  const now = Date.now();
  const rows = Array.from({ length: FIRST_EVENTS }, (_, at): Item & Key => {
    // Half of them on two days, and some at the same time.
    const age = at % 2 === 0 ? (at / FIRST_EVENTS) * 30.2 * DAY : DAY + Math.floor(at / 6) * 1300;
    const event = eventAt(now - Math.round(age) * 1000 - HOUR * 1000, at);
    const ids = addressed(at);
    const ended = ids.map((id, place) => {
      const delivery = newDelivery(new Date(event.createdAt));
      if (at % 29 === 0 && place === 0) return [id, delivery];
      return [
        id,
        (at + place) % 5 === 0 ? failedDelivery(delivery, new Date(now)) : succeeded(delivery, new Date(now)),
      ];
    });
    const work = rested(newEventWork(event, ids, new Date(now)), Object.fromEntries(ended));
    const { record } = work;
    const isPending = pendingOf(record.fields.deliveries).length > 0;
    const row = newRow(webhookEvents, api.keys['webhook-events'], { record, counts: {} });
    const { position, nextAttemptAt } = work;
    const due = { position, nextAttemptAt, claimedUntil: null };
    return { ...row, ...due, ...(!isPending && { expires: historyEnds(event.createdAt) }) };
  });
  await new Table().putMany([...endpoints, ...rows] as unknown as (Item & Key)[]);
}

const saving = () => ({ table: new Table(), now: new Date() });

const stored = async () =>
  (await allRows()).filter(({ pk, owner: of }) => String(pk).startsWith('webhook-events#') && of === owner());

interface Step {
  readonly does:
    | 'create'
    | 'end'
    | 'resend'
    | 'remove'
    | 'expire'
    | 'pass'
    | 'count'
    | 'work'
    | 'read'
    | 'stop index';
  readonly which: number;
  readonly seconds: number;
  readonly query: readonly (readonly [string, string])[];
  readonly within?: Step | undefined;
  readonly after: number;
  readonly diesAt: number | undefined;
  readonly isWritten: boolean;
  readonly skew: number;
}

async function write({ does, which, seconds }: Step): Promise<void> {
  const now = Date.now();
  if (does === 'create') {
    // Also long after it happened.
    const age = which % 4 === 0 ? which * HOUR : which % 4 === 1 ? seconds : 0;
    const event = eventAt(now - age * 1000, which);
    await saveEvent(saving(), undefined, newEventWork(event, addressed(which), new Date()));
    return;
  }
  const rows = await stored();
  const row = rows[(which * 7919) % Math.max(1, rows.length)];
  if (!row) return;
  if (does === 'remove') {
    const id = endpointIds()[which % ENDPOINTS] ?? '';
    await new Table().deleteMany([recordKey('webhook-endpoints', id)]);
  } else if (does === 'expire') {
    const expired = rows.filter(({ expires }) => Number(expires) * 1000 < now);
    await new Table().deleteMany(expired.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
  } else if (does === 'resend') {
    await resend(saving(), { eventId: toStoredEvent(row).record.id });
  } else if (does === 'end') {
    const event = rows.map(toStoredEvent).find((each) => pendingOf(each.record.fields.deliveries).length > 0);
    if (!event) return;
    const { deliveries } = event.record.fields;
    const [[id, delivery] = ['', undefined]] = pendingOf(deliveries);
    if (!delivery) return;
    const ended = which % 2 === 0 ? succeeded(delivery, new Date()) : failedDelivery(delivery, new Date());
    await saveEvent(saving(), event, rested(event, { ...deliveries, [id]: ended }));
  }
}

/** What the specification says of the list. */
async function expected(query: ReturnType<typeof readQuery>, now: number) {
  const rows = await allRows();
  const current = new Set(
    endpointIds().filter((id) => rows.some(({ pk }) => pk === `webhook-endpoints#${id}`)),
  );
  const visible = recordsAmong(rows, webhookEvents).flatMap((record) => {
    const { fields } = record as ReturnType<typeof recordOf<typeof webhookEvents>>;
    const endpoints = fields.endpoints.filter((id) => current.has(id));
    const isOld = historyEnds(fields['created-at']) * 1000 < now;
    if (record.ownerId !== owner() || endpoints.length === 0) return [];
    if (isOld && pendingOf(fields.deliveries).length === 0) return [];
    const statuses = Object.fromEntries(endpoints.map((id) => [id, fields.statuses[id] ?? null]));
    return [{ id: record.id, fields: { ...fields, endpoints, statuses } as Record<string, unknown> }];
  });
  const matching = visible.filter(({ fields }) =>
    query.filters.every(({ filter, test }) => test(fields[filter.field])),
  );
  const [sort] = query.sort;
  const time = (record: (typeof matching)[number]) => String(record.fields['created-at']);
  const sorted = matching.toSorted((left, right) => {
    const order = time(left) < time(right) ? -1 : time(left) > time(right) ? 1 : 0;
    return (sort?.descending ? -order : order) || (left.id < right.id ? -1 : 1);
  });
  const { number, size } = query.page;
  return {
    total: matching.length,
    ids: sorted.slice((number - 1) * size, number * size).map(({ id }) => id),
  };
}

let reads = 0;
async function read({ query: sent }: Step): Promise<void> {
  const query = readQuery(sent, webhookEvents, 'list');
  const context = { api: definitions, table: new Table(), now: new Date(), caller: { userId: owner() } };
  const wanted = await expected(query, Date.now());
  const { records, total } = await findPage(context as never, webhookEvents, { query });
  // While the index is behind, the list is that of a moment ago.
  if (index.isStopped()) return;
  reads += 1;
  expect({ total, ids: records.map(({ id }) => id) }).toEqual(wanted);
}

async function work({ does, diesAt, isWritten }: Step): Promise<void> {
  if (diesAt !== undefined) way.crash = { writesBefore: diesAt, isWritten };
  await (does === 'count' ? countEvents(owner()) : runDueTasks(owner())).catch(() => undefined);
  way.crash = undefined;
}

async function take(step: Step): Promise<void> {
  const { does, within, after, seconds, skew } = step;
  if (within) {
    const run = () => take({ ...within, within: undefined });
    way.interruption =
      does === 'count' || does === 'work' ? { after, run } : { after: after % 2, run, of: 'writes' };
  }
  if (does === 'pass') pass(seconds);
  else if (does === 'stop index') await index.stop();
  else if (does === 'read') await read(step);
  else if (does === 'count' || does === 'work') await work(step);
  else {
    const now = Date.now();
    vi.setSystemTime(now + skew);
    if (step.diesAt !== undefined) way.crash = { writesBefore: step.diesAt, isWritten: step.isWritten };
    await write(step).catch((error: unknown) => {
      if (!way.crash) throw error;
    });
    way.crash = undefined;
    vi.setSystemTime(Math.max(now, Date.now() - skew));
  }
  way.interruption = undefined;
}

const day = (ago: number) => new Date(Date.now() - ago * DAY * 1000).toISOString().slice(0, 10);
const time = (ago: number) => new Date(Date.now() - ago * DAY * 1000).toISOString();

const query = fc
  .record({
    type: fc.option(fc.constantFrom(...TYPES), { nil: undefined, freq: 2 }),
    status: fc.option(fc.constantFrom('pending', 'succeeded', 'failed'), { nil: undefined, freq: 2 }),
    endpoint: fc.option(fc.nat(ENDPOINTS), { nil: undefined, freq: 1 }),
    from: fc.option(fc.tuple(fc.boolean(), fc.double({ min: 0, max: 32, noNaN: true })), {
      nil: undefined,
      freq: 1,
    }),
    to: fc.option(fc.tuple(fc.boolean(), fc.double({ min: -1, max: 32, noNaN: true })), {
      nil: undefined,
      freq: 1,
    }),
    sort: fc.constantFrom(undefined, 'created-at', '-created-at'),
    number: fc.constantFrom(1, 1, 2, 5, 20, 60),
    size: fc.constantFrom(1, 3, 7, 20),
  })
  .map(
    ({ type, status, endpoint, from, to, sort, number, size }) =>
      () =>
        Object.entries({
          'filter[type]': type,
          'filter[status]': status,
          'filter[endpoint]': endpoint === undefined ? undefined : String(ownerId * 10 + endpoint),
          'filter[created-at-gte]': from && (from[0] ? day(from[1]) : time(from[1])),
          'filter[created-at-lte]': to && (to[0] ? day(to[1]) : time(to[1])),
          sort,
          'page[number]': String(number),
          'page[size]': String(size),
        }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );

const does = [
  ...(['create', 'create', 'create', 'end', 'end', 'resend', 'resend', 'remove', 'expire'] as const),
  ...(['pass', 'pass', 'pass', 'count', 'count', 'work', 'work', 'work'] as const),
  ...(['read', 'read', 'read', 'read', 'read', 'read', 'stop index'] as const),
] satisfies Step['does'][];

const alone = fc.record({
  does: fc.constantFrom(...does),
  which: fc.nat(60),
  seconds: fc.constantFrom(1, 20, 55, 70, 130, 200, 700, HOUR, HOUR, 7 * HOUR, DAY),
  query,
  after: fc.nat(5),
  diesAt: fc.option(fc.nat(4), { nil: undefined, freq: 3 }),
  isWritten: fc.boolean(),
  skew: fc.integer({ min: -4000, max: 4000 }),
});

const steps = fc.array(fc.tuple(alone, fc.option(alone, { nil: undefined, freq: 1 })), {
  minLength: 36,
  maxLength: 50,
});

it(
  'an event list equals its definition even if senders, workers and readers die, race or lag',
  async () => {
    const { lines, stop } = listen();
    const property = fc.asyncProperty(steps, async (all) => {
      index.start();
      pass(100);
      await begin();
      for (const [outer, inner] of all) {
        const within = inner?.does === 'pass' ? { ...inner, seconds: 15 } : inner;
        const step = {
          ...outer,
          query: outer.query(),
          within: within && { ...within, query: within.query() },
        };
        await take(step.does === 'read' ? { ...step, within: undefined } : step);
        if (step.does !== 'pass') pass(2);
        // Indexes are behind for a minute at most.
        if (step.does === 'pass' || step.which % 3 === 0) index.start();
      }
      index.start();
      for (let round = 0; round < 3; round++) {
        pass(400);
        await runDueTasks(owner());
        await countEvents(owner());
        for (const [outer] of all.slice(0, 8)) await read({ ...outer, query: outer.query() } as Step);
      }
      await countEvents(owner(), 'check');
      expect(lines.filter(({ event }) => event === 'list.differs')).toEqual([]);
    });
    await checkProperty(property, { runs: 3, seconds: SECONDS }).finally(stop);
    expect(reads).toBeGreaterThan(60);
  },
  timeoutFor(SECONDS),
);
