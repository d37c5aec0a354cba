/** Work under a renewed claim, on a table whose responses can get lost, with the test's clock and timers. */

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StoreWork, storeWork } from '../../shared/distribution/work/store-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { CLAIM_SECONDS, claim, writeHeld } from '../../shared/kit/work/claim.ts';
import type { Claimed } from '../../shared/kit/work/due.ts';
import { hold } from '../../shared/kit/work/hold.ts';
import type { Lease } from '../../shared/kit/work/lease.ts';
import { sweep } from '../../shared/kit/work/sweep.ts';
import { withFaultyTable } from '../support/faulty-way.ts';
import { TestQueues } from '../support/queues.ts';

const way = withFaultyTable();
const key = storeWork.key('7');
let now = new Date('2026-11-20T12:00:00.000Z');
let queues: TestQueues;
let table: Table;

beforeAll(async () => {
  queues = await new TestQueues(() => now).start();
  table = new Table();
  return () => queues.stop();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  now = new Date('2026-11-20T12:00:00.000Z');
  queues.lose();
  await table.commit([{ delete: key }]);
  await table.commit([storeWork.start({ deliveryId: '7', ownerId: '1' }, now)]);
});
afterEach(() => {
  way.fault = undefined;
  vi.useRealTimers();
});

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const request = { kind: storeWork, key, attempt: 0 };
const held = <T>(work: (claimed: Claimed<StoreWork>, lease: Lease) => Promise<T>) =>
  hold(table, { ...request, now: () => now }, work);
const claimedByAnother = () => claim(table, { ...request, now });
const swept = async () => {
  const { woken, faults } = await sweep({ table, now, kinds: [storeWork], isTimeLeft: () => true });
  expect(faults).toEqual([]);
  return woken[storeWork.name] ?? 0;
};

/** Advances the clock in steps, and waits for the renewal in each. */
async function wait(seconds: number): Promise<void> {
  const step = CLAIM_SECONDS / 3;
  for (let passed = 0; passed < seconds; passed += step) {
    later(step);
    const deadline = performance.now() + 30_000;
    do {
      expect(performance.now()).toBeLessThan(deadline);
      // Repeated if the previous renewal is still in progress.
      vi.advanceTimersByTime(step * 1000);
    } while ((await remaining()) < CLAIM_SECONDS);
  }
}

async function remaining(): Promise<number> {
  const row = await table.get(key);
  return (Date.parse(String(row?.['claimedUntil'])) - now.getTime()) / 1000;
}

describe('a claim', () => {
  it('lasts less than a minute, so that work resumes two minutes after a crash', () => {
    expect(CLAIM_SECONDS + 60).toBeLessThan(120);
  });

  it('is renewed during the work, so that no other function takes over', async () => {
    const done = await held(async (claimed) => {
      await wait(120);
      expect([await claimedByAnother(), await swept()]).toEqual(['taken', 0]);
      return writeHeld(table, claimed, { delete: key });
    });
    expect(done).toBe(true);
  });

  it('is no longer renewed once the work succeeds or fails', async () => {
    await expect(
      held(async () => {
        expect(vi.getTimerCount()).toBe(1);
        throw new Error('A fault.');
      }),
    ).rejects.toThrow('A fault.');
    expect(vi.getTimerCount()).toBe(0);
    // The first gap after a fault.
    later(60);
    expect(await claimedByAnother()).toMatchObject({ deliveryId: '7' });
  });

  it('is renewed between computations that block timers', async () => {
    await held(async (_, { keep }) => {
      for (let step = 0; step < 10; step++) {
        later(20);
        await keep();
        expect(await claimedByAnother()).toBe('taken');
      }
    });
  });

  it('survives a renewal that the table rejects', async () => {
    await held(async (_, { keep, lost }) => {
      later(20);
      way.fault = { operation: 'UpdateItem', how: 'response lost', times: 3 };
      await keep();
      expect([way.fault.times, lost.aborted]).toEqual([0, false]);
    });
  });

  it('stops the work before its next write once another function has taken over', async () => {
    const done = await held(async (claimed, { keep, lost }) => {
      later(CLAIM_SECONDS);
      expect(await claimedByAnother()).toMatchObject({ deliveryId: '7' });
      expect(await writeHeld(table, claimed, { delete: key })).toBe(false);
      vi.advanceTimersByTime(CLAIM_SECONDS * 1000);
      await vi.waitFor(() => expect(lost.aborted).toBe(true), { timeout: 60_000 });
      await keep();
      throw new Error('The work went on.');
    });
    expect(done).toBe('overtaken');
  });
});

it('work resumes two minutes after its function dies, even if the sweep has already sent many messages', async () => {
  // The sweep sends again after 1, 2, 4 and 8 minutes.
  for (let minute = 0; minute <= 7; minute++) {
    await swept();
    later(60);
  }
  const { notices, dueAt } = (await table.get(key)) ?? {};
  expect([notices, String(dueAt) > new Date(now.getTime() + 6 * 60_000).toISOString()]).toEqual([4, true]);
  expect(await claimedByAnother()).toMatchObject({ deliveryId: '7' });
  later(60);
  expect(await swept()).toBe(1);
});
