/** Slots limit how many attempts of an owner a function makes concurrently. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeWork } from '../../shared/distribution/work/store-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import { hold, type NotDone } from '../../shared/kit/work/hold.ts';
import type { Lease } from '../../shared/kit/work/lease.ts';
import { SLOW_WORK, slotsKey, slowSlots } from '../../shared/kit/work/slots.ts';
import { sweep } from '../../shared/kit/work/sweep.ts';
import { withFaultyTable } from '../support/faulty-way.ts';
import { TestQueues } from '../support/queues.ts';

const way = withFaultyTable();
const SLOTS = 2;
const SLOW_OWNERS = ['slow-1', 'slow-2', 'slow-3', 'slow-4', 'slow-5'];
let now = new Date('2026-11-20T12:00:00.000Z');
let queues: TestQueues;
let table: Table;

beforeAll(async () => {
  queues = await new TestQueues(() => now).start();
  process.env['SLOTS_PER_OWNER'] = String(SLOTS);
  return () => queues.stop();
});
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00.000Z');
  queues.lose();
  way.fault = undefined;
  table = new Table();
  for (const owner of ['ada', 'ben', SLOW_WORK, ...SLOW_OWNERS])
    await table.commit([{ delete: slotsKey('STORE_QUEUE_URL', owner) }]);
});

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
let count = 0;

interface Started {
  readonly id: string;
  readonly done: Promise<NotDone | 'done'>;
  readonly end: () => void;
}

/** Work of an owner that lasts until it is ended. */
async function start(ownerId: string, id = String(++count)): Promise<Started> {
  const key = storeWork.key(id);
  await table.commit([{ delete: key }]);
  await table.commit([storeWork.start({ deliveryId: id, ownerId }, now)]);
  return attempt(id);
}

async function attempt(id: string): Promise<Started> {
  const ended = Promise.withResolvers<void>();
  const hasSlot = Promise.withResolvers<void>();
  const work = async (_: unknown, { takeSlot }: Lease) => {
    await takeSlot();
    hasSlot.resolve();
    await ended.promise;
    return 'done' as const;
  };
  const request = { kind: storeWork, key: storeWork.key(id), attempt: 0, now: () => now, random: () => 0.5 };
  const done = hold(table, request, work);
  await Promise.race([hasSlot.promise, done]);
  return { id, done, end: ended.resolve };
}

const endAll = async (all: readonly Started[]) => {
  for (const { end } of all) end();
  return Promise.all(all.map(({ done }) => done));
};

describe('an owner', () => {
  it('has a limited number of slots, independent of other owners', async () => {
    const [first, second, third, other] = await Promise.all(
      ['ada', 'ada', 'ada', 'ben'].map((owner) => start(owner)),
    );
    if (!first || !second || !third || !other) throw new Error('Not started.');
    const outcomes = await endAll([first, second, third, other]);
    expect(outcomes.toSorted()).toEqual(['done', 'done', 'done', 'waiting']);
    expect(await other.done).toBe('done');
    expect(queues.messages.map(({ group }) => group)).toEqual(['ada']);
  });

  it('gets slots back when the work ends or fails', async () => {
    for (let round = 0; round < 3; round++)
      expect(await endAll([await start('ada'), await start('ada')])).toEqual(['done', 'done']);
    const key = storeWork.key('failing');
    await table.commit([storeWork.start({ deliveryId: 'failing', ownerId: 'ada' }, now)]);
    const failing = hold(table, { kind: storeWork, key, attempt: 0, now: () => now }, async (_, lease) => {
      await lease.takeSlot();
      throw new Error('A fault.');
    });
    await expect(failing).rejects.toThrow('A fault.');
    expect(await endAll([await start('ada'), await start('ada')])).toEqual(['done', 'done']);
  });

  it('gets back the slot of a dead function when its claim expires', async () => {
    const dead = await Promise.all([start('ada'), start('ada')]);
    expect(await (await start('ada')).done).toBe('waiting');
    later(CLAIM_SECONDS);
    const next = await Promise.all([start('ada'), start('ada')]);
    // If they are still alive, they do not release the slots of the others.
    await endAll(dead);
    expect(await (await start('ada')).done).toBe('waiting');
    expect(await endAll(next)).toEqual(['done', 'done']);
  });

  it('gets one slot even if the response to its write is lost', async () => {
    way.fault = { operation: 'UpdateItem', how: 'response lost', after: 1, times: 1 };
    const first = await start('ada');
    expect(way.fault.times).toBe(0);
    const second = await start('ada');
    expect(await endAll([first, second])).toEqual(['done', 'done']);
  });

  it('takes and releases a slot with one write each', async () => {
    await table.commit([storeWork.start({ deliveryId: 'cost', ownerId: 'ada' }, now)]);
    const { writeUnits, calls } = table.meter;
    await endAll([await attempt('cost')]);
    // The claim, taking the slot, and leaving it.
    expect([table.meter.calls - calls, table.meter.writeUnits - writeUnits]).toEqual([3, 3]);
  });
});

describe('work that waits for slow servers', () => {
  /** Work of another owner each, with a slow server. */
  const startSlow = async (owners: readonly string[]) => {
    const ended = Promise.withResolvers<void>();
    const begun = owners.map(() => Promise.withResolvers<void>());
    const works = owners.map(async (ownerId, index) => {
      const id = String(++count);
      const key = storeWork.key(id);
      await table.commit([storeWork.start({ deliveryId: id, ownerId }, now)]);
      const request = { kind: storeWork, key, attempt: 0, now: () => now, random: () => 0.5 };
      return hold(table, request, async (_, { takeSlot, takeSlowSlot }) => {
        await takeSlot();
        await takeSlowSlot();
        begun[index]?.resolve();
        await ended.promise;
        return 'done' as const;
      });
    });
    return { works, begun: begun.map(({ promise }) => promise), end: ended.resolve };
  };

  it('shares fewer slots among five owners than two owners have', async () => {
    const { works, end } = await startSlow(SLOW_OWNERS);
    const outcomes: unknown[] = [];
    for (const work of works) void work.then((outcome) => outcomes.push(outcome));
    await expect.poll(() => outcomes).toEqual(['waiting', 'waiting']);
    expect(await (await start('slow-5')).done).toBe('waiting');
    expect(await endAll([await start('ada')])).toEqual(['done']);
    end();
    await Promise.all(works);
    expect(outcomes.toSorted()).toEqual(['done', 'done', 'done', 'waiting', 'waiting']);
    expect(slowSlots(SLOTS)).toBe(3);
  });

  it('returns the slots when it ends', async () => {
    for (let round = 0; round < 2; round++) {
      const { works, end } = await startSlow(SLOW_OWNERS.slice(0, 3));
      end();
      expect(await Promise.all(works)).toEqual(['done', 'done', 'done']);
    }
  });

  it('makes other work of its owner use such slots for ten minutes', async () => {
    const first = await startSlow(['ada']);
    first.end();
    await Promise.all(first.works);
    for (const [seconds, outcome] of [
      [540, 'waiting'],
      [61, 'done'],
    ] as const) {
      later(seconds);
      const others = await startSlow(SLOW_OWNERS.slice(0, 3));
      await Promise.all(others.begun);
      const next = await start('ada');
      next.end();
      expect(await next.done).toBe(outcome);
      others.end();
      await Promise.all(others.works);
    }
  });
});

describe('work without a slot', () => {
  it('is postponed without counting an attempt, and asks less often the longer it waits', async () => {
    const busy = [await start('ada'), await start('ada')];
    const { id, done } = await start('ada');
    expect(await done).toBe('waiting');
    const gaps: number[] = [];
    for (let wait = 1; wait <= 15; wait++) {
      const before = now;
      const [message] = queues.messages;
      queues.lose();
      now = new Date(message?.visibleAt ?? 0);
      gaps.push((now.getTime() - before.getTime()) / 1000);
      expect(JSON.parse(message?.body ?? '')).toEqual({ deliveryId: id, attempt: 0 });
      // The others are renewed in the meantime.
      if (wait < 15) expect(await (await attemptBeside(busy, id)).done).toBe('waiting');
    }
    expect(gaps.slice(0, 4)).toEqual([2, 3, 4, 5]);
    expect(gaps.at(-1)).toBe(30);
    await endAll(busy);
    expect(await endAll([await attempt(id)])).toEqual(['done']);
  });

  it('gets a second message from the sweep only if its own is lost', async () => {
    await Promise.all([start('ada'), start('ada')]);
    const { done } = await start('ada');
    expect(await done).toBe('waiting');
    const swept = async () => (await sweep({ table, now, kinds: [storeWork], isTimeLeft: () => true })).woken;
    later(30);
    expect(await swept()).toEqual({});
    later(60);
    expect(await swept()).toMatchObject({ [storeWork.name]: expect.any(Number) });
  });
});

/** An attempt while others of the owner keep their slots. */
async function attemptBeside(busy: Started[], id: string): Promise<Started> {
  await endAll(busy.splice(0));
  busy.push(await start('ada'), await start('ada'));
  return attempt(id);
}
