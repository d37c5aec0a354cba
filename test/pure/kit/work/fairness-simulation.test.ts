/** Limits on the simulated slots: how long work takes beside slow work of other owners. */
import { describe, expect, it } from 'vitest';
import { slotsPerOwner } from '../../../../infra/queues/work-queues.ts';
import { stageConfig } from '../../../../infra/stages/stage-config.ts';
import { besideSlowWork } from '../../../bench/simulation/slots.ts';

const stages = [stageConfig('prod', {}, { alarmEmail: 'a@example.com' }), stageConfig('dev', {})];
const hundredSlow = { slow: 100, slowMs: 60_000 };

describe.each(stages)('on the stage $name, beside a hundred slow jobs of one owner', (stage) => {
  it.each(['Validation', 'Store'] as const)(
    "another owner's work in the queue %s takes at most twice as long as alone",
    (queue) => {
      const alone = besideSlowWork(stage, { queue, ...hundredSlow, slow: 0 });
      const beside = besideSlowWork(stage, { queue, ...hundredSlow });
      expect(beside.medianMs).toBeLessThan(2 * alone.medianMs);
      expect(beside.p99Ms).toBeLessThan(2 * alone.p99Ms);
      expect(beside.slowInFlight).toBe(slotsPerOwner(stage.concurrency[queue]));
    },
  );
});

it('without slots, one owner would occupy a small consumer for minutes', () => {
  const [, dev] = stages;
  const beside = dev && besideSlowWork(dev, { queue: 'Validation', ...hundredSlow, hasSlots: false });
  expect(beside?.medianMs).toBeGreaterThan(20_000);
});

describe.each(stages)(
  'on the stage $name, beside five owners with a hundred audio files on slow servers each',
  (stage) => {
    const slowServers = { queue: 'Audio', slow: 100, owners: 5, slowMs: 30_000 } as const;

    it("another owner's file takes at most twice as long as alone", () => {
      const alone = besideSlowWork(stage, { ...slowServers, slow: 0 });
      const beside = besideSlowWork(stage, { ...slowServers, hasSlowSlots: true });
      expect(beside.medianMs).toBeLessThan(2 * alone.medianMs);
      expect(beside.p99Ms).toBeLessThan(5 * alone.p99Ms);
    });

    it("without slots for slow servers, another owner's file would take ten times as long as alone", () => {
      const alone = besideSlowWork(stage, { ...slowServers, slow: 0 });
      expect(besideSlowWork(stage, slowServers).medianMs).toBeGreaterThan(10 * alone.medianMs);
    });
  },
);
