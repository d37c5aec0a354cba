/** Limits on the simulated slots: how long work takes beside slow work of other owners. */
import { describe, expect, it } from 'vitest';
import { slotsPerOwner } from '../../../../infra/queues/work-queues.ts';
import { stageConfig } from '../../../../infra/stages/stage-config.ts';
import { besideSlowWork } from '../../../bench/simulation/slots.ts';
import { besideHangingStores } from '../../../bench/simulation/transfers.ts';

const stages = [stageConfig('prod', {}, { alarmEmail: 'a@example.com' }), stageConfig('dev', {})];
const hundredSlow = { slow: 100, slowMs: 60_000 };

describe.each(stages)('the stage $name with a hundred slow jobs of one owner', (stage) => {
  it.each(['Validation', 'Store'] as const)(
    'takes at most twice as long for another owner in the queue %s',
    (queue) => {
      const alone = besideSlowWork(stage, { queue, ...hundredSlow, slow: 0 });
      const beside = besideSlowWork(stage, { queue, ...hundredSlow });
      expect(beside.medianMs).toBeLessThan(2 * alone.medianMs);
      expect(beside.p99Ms).toBeLessThan(2 * alone.p99Ms);
      expect(beside.slowInFlight).toBe(slotsPerOwner(stage.concurrency[queue]));
    },
  );
});

it('a single owner would occupy a small consumer for minutes without slots', () => {
  const [, dev] = stages;
  const beside = dev && besideSlowWork(dev, { queue: 'Validation', ...hundredSlow, hasSlots: false });
  expect(beside?.medianMs).toBeGreaterThan(20_000);
});

describe.each(stages)('the stage $name with five owners of a hundred files each on slow servers', (stage) => {
  const slowServers = { queue: 'Audio', slow: 100, owners: 5, slowMs: 30_000 } as const;

  it("takes at most twice as long for another owner's file", () => {
    const alone = besideSlowWork(stage, { ...slowServers, slow: 0 });
    const beside = besideSlowWork(stage, { ...slowServers, hasSlowSlots: true });
    expect(beside.medianMs).toBeLessThan(2 * alone.medianMs);
    expect(beside.p99Ms).toBeLessThan(5 * alone.p99Ms);
  });

  it("another owner's file would take ten times as long without slots for slow servers", () => {
    const alone = besideSlowWork(stage, { ...slowServers, slow: 0 });
    expect(besideSlowWork(stage, slowServers).medianMs).toBeGreaterThan(10 * alone.medianMs);
  });
});

describe.each(stages)('the stage $name with connected stores that hang', (stage) => {
  it.each([
    [1, 2000],
    // Until each has hung once, which takes half a minute, they are not known to be slow.
    [5, 30_000],
  ])('transfers to another store as quickly next to %i of them as alone', (stores, mostMs) => {
    const alone = besideHangingStores(stage, 0);
    const beside = besideHangingStores(stage, stores);
    expect(beside.medianMs).toBeLessThan(1.2 * alone.medianMs);
    expect(beside.p99Ms).toBeLessThan(mostMs);
  });

  it('would make nearly all transfers to a hanging store without slots for each store', () => {
    const hanging = { queue: 'Transfer', slow: 100, slowMs: 30_000, hasSlots: false } as const;
    const { slowInFlight } = besideSlowWork(stage, hanging);
    expect(slowInFlight).toBeGreaterThan(0.8 * stage.concurrency.Transfer);
  });
});
