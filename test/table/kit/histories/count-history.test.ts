/** Counts of events by the worker while the index is behind, and under an old layout. */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { type CountingHistory, countHistory } from '../../../../shared/kit/histories/count-history.ts';
import { historyPage } from '../../../../shared/kit/histories/history-page.ts';
import { sizeOf, type Tally } from '../../../../shared/kit/histories/tally.ts';
import { encoded } from '../../../../shared/kit/histories/tally-format.ts';
import { historyOf, readTally, tallyKey } from '../../../../shared/kit/histories/tally-row.ts';
import { SNAPSHOT_PREFIX } from '../../../../shared/kit/lists/snapshot.ts';
import { CHECK, foldWork, listId } from '../../../../shared/kit/records/fold-work.ts';
import { storeContent } from '../../../../shared/kit/table/stored-content.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { required } from '../../../../shared/kit/values/required.ts';
import { api } from '../../../../shared/service/api.ts';
import { webhookEvents } from '../../../../shared/webhooks/api/webhook-events.ts';
import { eventKey } from '../../../../shared/webhooks/deliveries/event-record.ts';
import {
  newEventWork,
  rested,
  saveEvent,
  toStoredEvent,
} from '../../../../shared/webhooks/deliveries/event-work.ts';
import { failedDelivery, newDelivery } from '../../../../shared/webhooks/deliveries/progress.ts';
import { renewDeliveries } from '../../../../shared/webhooks/deliveries/resend.ts';
import { events } from '../../../../shared/webhooks/events.ts';
import { countEvents, runDueTasks } from '../../../support/count-history.ts';
import { pass } from '../../../support/fold-list.ts';
import { giveUp } from '../../../support/give-up.ts';
import { allRows } from '../../../support/invariants.ts';
import { listen } from '../../../support/log.ts';
import { withStoppableIndex } from '../../../support/stopped-index.ts';
import { withBucket } from '../../../support/stores/local-bucket.ts';
import { withTable } from '../../../support/table.ts';

withTable();
withBucket();
const index = withStoppableIndex();
const HOUR = 3600;
let owner = 0;
beforeEach(() => {
  owner += 1;
  pass(HOUR);
});
afterAll(() => void vi.useRealTimers());

const saving = () => ({ table: new Table(), now: new Date() });
const type = 'album.status_changed';

/** @returns the id of an event whose delivery has failed. @param age in seconds. */
async function failed(age: number): Promise<string> {
  const now = new Date();
  const createdAt = new Date(now.getTime() - age * 1000).toISOString();
  const event = {
    id: `evt_${randomUUID()}`,
    type,
    createdAt,
    ownerId: String(owner),
    data: events[type].example,
  } as const;
  const work = rested(newEventWork(event, ['17'], now), { 17: failedDelivery(newDelivery(now), now) });
  expect(await saveEvent(saving(), undefined, work)).toBeDefined();
  return event.id;
}

async function sendAgain(id: string): Promise<void> {
  const row = required(await new Table().get(eventKey(id)), 'The event exists.');
  expect(await renewDeliveries(saving(), toStoredEvent(row), ['17'])).toBeDefined();
}

const list = () =>
  required(historyOf(webhookEvents, api.keys['webhook-events'], String(owner)), 'Events have a history.');

async function totals(): Promise<{ all: number; failed: number }> {
  const period = { from: '', before: new Date(Date.now() - HOUR * 1000).toISOString() };
  const query = { period, descending: true, page: { number: 1, size: 1 }, between: () => undefined };
  const all = await historyPage(new Table(), list(), {
    ...query,
    isBySettling: false,
    select: async (some) => some,
  });
  const failed = await historyPage(new Table(), list(), {
    ...query,
    isBySettling: true,
    select: async (some) =>
      some.filter(({ fields }) => JSON.stringify(fields['statuses']).includes('failed')),
  });
  return { all: all.total, failed: failed.total };
}

/** An attempt of which each step can be held. */
function counting(): CountingHistory {
  const at = new Date().toISOString();
  const listId = `webhook-events#${owner}#tally-now`;
  const due = { position: 0, nextAttemptAt: at, claimedUntil: at, claimant: 'this', waits: 0, claims: 1 };
  const none = async () => {};
  return {
    claimed: { listId, ownerId: String(owner), ...due },
    held: { check: tallyKey(list()), condition: { missing: 'claimant' } },
    lease: { lost: new AbortController().signal, keep: none, takeSlot: none, takeSlowSlot: none },
    table: new Table(),
    now: () => new Date(),
    random: () => 0.5,
    api,
  };
}

it('an event counts even if the index shows it late', async () => {
  await failed(10);
  await countEvents(String(owner));
  await failed(1);
  await index.stop();
  await failed(0);
  pass(100);
  await countEvents(String(owner));
  index.start();
  pass(3 * HOUR);
  expect(await totals()).toEqual({ all: 3, failed: 3 });
  await countEvents(String(owner));
  expect(await totals()).toEqual({ all: 3, failed: 3 });
});

it('events of a past hour are recounted once the index shows the last change', async () => {
  const ids = [await failed(10), await failed(10)] as const;
  pass(3 * HOUR);
  await countEvents(String(owner));
  await sendAgain(ids[0]);
  await giveUp(ids[0]);
  // The hour is still open, so that this needs no notice.
  pass(85);
  await index.stop();
  await sendAgain(ids[1]);
  pass(60);
  await countEvents(String(owner));
  await runDueTasks(String(owner));
  index.start();
  expect(await totals()).toEqual({ all: 2, failed: 1 });
  pass(120);
  await runDueTasks(String(owner));
  expect((await readTally(new Table(), list())).reopened).toEqual([]);
  expect(await totals()).toEqual({ all: 2, failed: 1 });
});

it('an event that the index shows too late is counted an hour later', async () => {
  // Ten minutes past the hour.
  pass(HOUR + 600 - ((Date.now() / 1000) % HOUR));
  await failed(10);
  await countEvents(String(owner));
  await index.stop();
  await failed(0);
  pass(200);
  await countEvents(String(owner));
  // DynamoDB does not say that its index was behind.
  index.start();
  pass(HOUR);
  await failed(0);
  expect(await totals()).toEqual({ all: 1, failed: 1 });
  pass(200);
  const { lines, stop } = listen();
  await countEvents(String(owner));
  pass(HOUR);
  await runDueTasks(String(owner));
  stop();
  expect(await totals()).toEqual({ all: 3, failed: 3 });
  expect(lines).toContainEqual(expect.objectContaining({ event: 'list.differs', differences: 1 }));
});

it('counts too large for a row move to an object', async () => {
  const now = Date.now();
  await failed(10);
  await countEvents(String(owner));
  const { tally, number } = await readTally(new Table(), list());
  const some = required(tally, 'There are counts.');
  const kinds = Array.from({ length: KINDS }, (_, kind) =>
    JSON.stringify([type, ['17'], { 17: kind % 2 ? 'failed' : 'succeeded', 18: String(kind) }]),
  );
  // As those of several million events, which compress badly.
  const buckets = Array.from({ length: 700 }, (_, place) => {
    const bytes = noise(place);
    return {
      start: new Date(now - 28 * 24 * HOUR * 1000 + place * 600_000).toISOString(),
      counts: new Map(kinds.map((kind, which) => [kind, 1 + bytes.readUInt32LE(4 * which)])),
    };
  });
  const planted = await encoded({ ...some, buckets: [...buckets, ...some.buckets] });
  expect(planted.length).toBeGreaterThan(300_000);
  const { content } = required(await new Table().get(tallyKey(list())), 'There is a row.');
  expect(content).toEqual(expect.any(String));
  const stored = await storeContent(`${SNAPSHOT_PREFIX}planted`, planted);
  await new Table().commit([{ update: tallyKey(list()), with: [{ set: 'content', to: stored }] }]);
  await failed(0);
  pass(3 * HOUR);
  // Also between the object and the row.
  for (const step of [1, 2, 3]) {
    await expect(countHistory(dyingAt(step), list())).rejects.toThrow('Dead.');
    expect((await readTally(new Table(), list())).number).toBe(number);
  }
  await countEvents(String(owner));
  const counted = await readTally(new Table(), list());
  expect(counted.number).toBe(number + 1);
  expect(sum(counted.tally)).toBe(buckets.reduce((all, bucket) => all + sizeOf(bucket), 2));
});

/** An attempt that dies at one of its renewals. */
function dyingAt(step: number): CountingHistory {
  let renewals = 0;
  const keep = async () => {
    renewals += 1;
    if (renewals === step) throw new Error('Dead.');
  };
  return { ...counting(), lease: { ...counting().lease, keep } };
}

const KINDS = 200;
const noise = (seed: number) =>
  createHash('shake256', { outputLength: 4 * KINDS })
    .update(String(seed))
    .digest();

const sum = (tally: Tally | undefined) =>
  required(tally, 'There are counts.').buckets.reduce((all, bucket) => all + sizeOf(bucket), 0);

it('a count overtaken by another is not written', async () => {
  await failed(10);
  pass(3 * HOUR);
  await countEvents(String(owner));
  await failed(3 * HOUR);
  pass(6);
  await failed(0);
  // The notice of the past hour is not due when the first count reads it.
  pass(182);
  expect(await totals()).toEqual({ all: 2, failed: 2 });
  let isInterrupted = false;
  const keep = async () => {
    if (isInterrupted) return;
    isInterrupted = true;
    pass(60);
    await runDueTasks(String(owner));
    await countEvents(String(owner), 'settle');
  };
  const outcome = await countHistory({ ...counting(), lease: { ...counting().lease, keep } }, list());
  expect(outcome).toMatchObject({ line: { outcome: 'overtaken' } });
  expect(await totals()).toEqual({ all: 2, failed: 2 });
});

it('one notice covers all changes of an hour for a minute and a half', async () => {
  const ids = [await failed(10), await failed(10), await failed(10)] as const;
  pass(3 * HOUR);
  await countEvents(String(owner));
  const before = (await allRows()).length;
  for (const id of ids) await sendAgain(id);
  // Less the rows beside the endpoint.
  expect((await allRows()).length).toBe(before + 1 - ids.length);
});

it('a change without a notice is found and corrected by the weekly check', async () => {
  const id = await failed(10);
  await failed(10);
  pass(3 * HOUR);
  await countEvents(String(owner));
  await new Table().deleteMany([eventKey(id)]);
  const { lines, stop } = listen();
  pass(8 * 24 * HOUR);
  await runDueTasks(String(owner));
  stop();
  expect(lines).toContainEqual(expect.objectContaining({ event: 'list.differs', differences: 1 }));
  expect(await totals()).toEqual({ all: 1, failed: 1 });
});

it('the weekly check ends with the history and starts again with it', async () => {
  const id = await failed(10);
  await countEvents(String(owner));
  const check = async () =>
    (await new Table().get(foldWork.key(listId('webhook-events', String(owner), CHECK))))?.['nextAttemptAt'];
  pass(8 * 24 * HOUR);
  await runDueTasks(String(owner));
  expect(Date.parse(String(await check())) - Date.now()).toBe(7 * 24 * HOUR * 1000);
  await new Table().deleteMany([eventKey(id), tallyKey(list())]);
  pass(8 * 24 * HOUR);
  await runDueTasks(String(owner));
  expect(await check()).toBeUndefined();
  await failed(10);
  await countEvents(String(owner));
  expect(await check()).toBeDefined();
});

it('pages of a counted hour contain each event once, even with equal times', async () => {
  const ids: string[] = [];
  for (let number = 0; number < 15; number++) ids.push(await failed(number < 12 ? 10 : number));
  pass(3 * HOUR);
  await countEvents(String(owner));
  const period = { from: '', before: new Date(Date.now() - HOUR * 1000).toISOString() };
  for (const descending of [true, false]) {
    const found: string[] = [];
    for (let number = 1; number <= 15; number++) {
      const page = { number, size: 1 };
      const select = async <T>(some: readonly T[]) => some;
      const query = { period, descending, page, isBySettling: false, select, between: () => undefined };
      const { entries, total } = await historyPage(new Table(), list(), query);
      expect(total).toBe(15);
      found.push(...entries.map(({ id }) => id));
    }
    expect(found.toSorted()).toEqual(ids.toSorted());
    const same = found.filter((id) => ids.indexOf(id) < 12);
    expect(same).toEqual(same.toSorted());
  }
});

it('unreadable counts are replaced', async () => {
  await failed(10);
  pass(3 * HOUR);
  await countEvents(String(owner));
  await new Table().commit([{ update: tallyKey(list()), with: [{ set: 'content', to: 'damaged' }] }]);
  const { stop } = listen();
  expect(await totals()).toEqual({ all: 1, failed: 1 });
  await countEvents(String(owner));
  stop();
  expect((await readTally(new Table(), list())).tally?.buckets).toHaveLength(1);
});

it('a duplicate message for a recounted hour reopens nothing', async () => {
  const id = await failed(10);
  pass(3 * HOUR);
  await countEvents(String(owner));
  await sendAgain(id);
  const [{ hour } = { hour: '' }] = (await readTally(new Table(), list())).reopened;
  pass(300);
  const { runTask } = await import('../../../support/count-history.ts');
  await runTask(String(owner), `reopened-${hour}`);
  await runTask(String(owner), `reopened-${hour}`);
  expect((await readTally(new Table(), list())).reopened).toEqual([]);
});
