/** Attempts that end without an outcome, for each kind of work. They are counted and paced, and end. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowExists } from '../../shared/kit/table/expressions.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { keyOf } from '../../shared/kit/table/merge.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { attempt } from '../../shared/kit/work/attempt.ts';
import { claim } from '../../shared/kit/work/claim.ts';
import type { Work } from '../../shared/kit/work/define-work.ts';
import type { Due } from '../../shared/kit/work/due.ts';
import { continueWork, faultyWork } from '../../shared/kit/work/faulty-work.ts';
import { NoSlot } from '../../shared/kit/work/lease.ts';
import { sweep } from '../../shared/kit/work/sweep.ts';
import { MAX_CLAIMS, NEVER } from '../../shared/kit/work/work-faults.ts';
import { workStatus } from '../../shared/kit/work/work-status.ts';
import { kindsOfWork, startedKinds } from '../../shared/service/kinds-of-work.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';
import { TestQueues } from '../support/queues.ts';
import { openTable } from '../support/table.ts';
import { workStarts } from '../support/work-starts.ts';
import { dueRows } from './due-places.ts';

const DAY_MINUTES = 24 * 60;
let now = new Date('2026-11-20T12:00:00.000Z');
let queues: TestQueues;
let stopTable: () => Promise<void>;
let table: Table;

beforeAll(async () => {
  stopTable = await openTable();
  queues = await new TestQueues(() => now).start();
  table = new Table();
});
afterAll(async () => {
  queues.stop();
  await stopTable();
});
beforeEach(async () => {
  for (const { key } of await dueRows()) await table.commit([{ delete: key as never }]);
  queues.lose();
});

const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const sweepNow = () => sweep({ table, now, kinds: kindsOfWork, isTimeLeft: () => true });
const rowAt = async (key: Key): Promise<Item> => (await table.get(key)) ?? {};

/** The row of a kind of work that is due now. */
async function started(kind: string): Promise<{ key: Key; work: Work<Due>; id: string }> {
  const write = workStarts(now)[kind];
  if (!write) throw new Error(`workStarts lacks ${kind}.`);
  await table.commit([write]);
  const key = keyOf(write);
  const work = startedKinds.find(({ name }) => name === kind) as unknown as Work<Due>;
  return { key, work, id: String((await rowAt(key))[work.id]) };
}

/** @returns after how many whole minutes the work is due, at most `most`. The time of work that has stopped is beyond any. */
const minutesUntilDue = ({ nextAttemptAt }: Item, most: number): number =>
  Math.max(0, Math.min(Math.ceil((Date.parse(String(nextAttemptAt)) - now.getTime()) / 60_000), most));

/** Makes an attempt whenever the work is due, for some minutes. @returns how many there were. */
async function attempts(kind: string, minutes: number, make: () => Promise<never>): Promise<number> {
  const { key, work, id } = await started(kind);
  let made = 0;
  for (let minute = 0; minute < minutes; ) {
    const row = await rowAt(key);
    // Nothing changes until then.
    const left = minutesUntilDue(row, minutes - minute);
    if (left === 0) {
      const worker = {
        kind: work,
        log: 'test',
        make: () => {
          made += 1;
          return make();
        },
      };
      const message = { id, attempt: Number(row['position']) };
      await attempt(worker, message, { table, now: () => now, random: () => 0.5 }).catch(() => {});
    }
    pass(left || 1);
    minute += left || 1;
  }
  return made;
}

/**
 * Sweeps for two days: every five minutes until some pass at which nothing is due, and again when the work is due, because
 * sweeps in between find the same. @returns how many rows could not be read.
 */
async function sweepFaults(key: Key, { every, days }: { every: number; days: number }): Promise<number> {
  let failures = 0;
  for (let minute = 0; minute < days * DAY_MINUTES; ) {
    const { faults } = await sweepNow();
    failures += faults.length;
    const left = faults.length > 0 ? every : minutesUntilDue(await rowAt(key), days * DAY_MINUTES - minute);
    pass(Math.max(every, left));
    minute += Math.max(every, left);
  }
  return failures;
}

const failing = () => Promise.reject(new Error('The service it needs is broken.'));

describe.each(Object.keys(workStarts(now)))('%s', (kind) => {
  it('is stopped after 30 failed attempts in a day, and an operator can continue it', async () => {
    expect(await attempts(kind, 2 * DAY_MINUTES, failing)).toBe(MAX_CLAIMS);
    const { work } = await faultyWork(table, kindsOfWork, 10);
    expect(work).toEqual([
      {
        kind,
        id: expect.any(String),
        at: expect.any(String),
        error: 'Error: The service it needs is broken.',
        isStopped: true,
      },
    ]);
    const [stopped] = work;
    const declared = kindsOfWork.find(({ name }) => name === kind);
    if (!stopped || !declared) throw new Error('Nothing was stopped.');
    const id = stopped.id;
    expect(await continueWork(table, declared as never, { id, now })).toBe(true);
    expect(await continueWork(table, declared as never, { id, now })).toBe(false);
    expect((await sweepNow()).woken).toEqual({ [kind]: 1 });
    expect((await faultyWork(table, kindsOfWork, 10)).work).toEqual([]);
  });

  it('is stopped if its row is unreadable, and the sweep fails at most once per attempt', async () => {
    const { key } = await started(kind);
    const { ownerId, importId, ...rest } = await rowAt(key);
    // Without what identifies it.
    const spoilt = Object.fromEntries(
      Object.entries(rest).filter(([name]) => !/Id$/.test(name) || name === 'dueKind'),
    );
    await table.commit([{ put: { ...spoilt, ...key } as never }]);
    expect(await sweepFaults(key, { every: 5, days: 2 })).toBe(MAX_CLAIMS);
    expect(await rowAt(key)).toMatchObject({ nextAttemptAt: NEVER, claims: MAX_CLAIMS });
    const { kinds } = await workStatus({ table, now, kinds: kindsOfWork });
    // The entries of two kinds that follow each other in the same row are counted as the first.
    const form = kindsOfWork.find(({ name }) => name === kind)?.key('*');
    const counted = kindsOfWork.find(({ key: of }) => isDeepStrictEqual(of('*'), form))?.name;
    const shown = kinds.find((each) => each.kind === counted);
    expect(shown).toMatchObject({ stopped: 1, waiting: 0, scheduled: 0 });
    expect([ownerId ?? importId]).toBeDefined();
  });
});

describe('an attempt', () => {
  it('is made 1, 2, 4, 8, 15, 30 and 60 minutes after failures', async () => {
    const counts: number[] = [];
    for (const minutes of [1, 2, 4, 8, 16, 31, 61, 121]) {
      await table.commit([{ delete: (await started('request-review')).key as never }]);
      counts.push(await attempts('request-review', minutes, failing));
      await table.commit([{ delete: { pk: 'distribution-requests#17', sk: 'review' } as never }]);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('does not count if it waits for other work of its owner', async () => {
    const waiting = () => Promise.reject(new NoSlot());
    expect(await attempts('request-review', 100, waiting)).toBeGreaterThan(MAX_CLAIMS);
    expect((await faultyWork(table, kindsOfWork, 10)).work).toEqual([]);
  });

  it('counts if its function dies, and the work stops after 30', async () => {
    const { key, work, id } = await started('audio-analysis');
    for (let died = 0; died < MAX_CLAIMS; died++) {
      await claim(table, { kind: work, key, attempt: 0, now });
      pass(1);
    }
    let made = 0;
    const make = async () => {
      made += 1;
      return 'gone' as const;
    };
    const done = await attempt(
      { kind: work, log: 'test', make },
      { id, attempt: 0 },
      { table, now: () => now, random: () => 0.5 },
    );
    expect([made, done]).toEqual([0, { message: 'test.skipped', outcome: 'stopped' }]);
    expect((await faultyWork(table, kindsOfWork, 10)).work).toMatchObject([
      { error: `Error: The function died during the last of ${MAX_CLAIMS} attempts.`, isStopped: true },
    ]);
  });

  it('resets the fault count once it has an outcome', async () => {
    const { key, work, id } = await started('audio-analysis');
    const make = async () => {
      const row = work.read(await rowAt(key));
      return { is: 'again', next: work.next(row, now), line: { message: 'made' } } as const;
    };
    const clock = { table, now: () => now, random: () => 0.5 };
    await attempt({ kind: work, log: 'test', make: failing }, { id, attempt: 0 }, clock).catch(() => {});
    expect(await rowAt(key)).toMatchObject({ claims: 1, fault: { at: now.toISOString() } });
    pass(1);
    await attempt({ kind: work, log: 'test', make }, { id, attempt: 0 }, clock);
    const { claims, fault } = await rowAt(key);
    expect([claims, fault]).toEqual([undefined, undefined]);
  });
});

it('an event with an unreadable row is stopped as well', async () => {
  const key = eventWork.key('evt_1');
  const due = { position: 1, nextAttemptAt: now.toISOString(), claimedUntil: null, dueKind: eventWork.name };
  const place = { dueShard: 'due#0', dueAt: `${now.toISOString()}#${key.pk}#${key.sk}` };
  await table.commit([
    { put: { ...key, ...due, ...place, version: 1 } as never, condition: { not: rowExists } },
  ]);
  await sweepFaults(key, { every: 15, days: 2 });
  expect((await faultyWork(table, kindsOfWork, 10)).work).toMatchObject([
    { kind: eventWork.name, id: 'evt_1', isStopped: true },
  ]);
});
