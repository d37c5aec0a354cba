/** Limits on the simulated places; `npm run bench -- places` prints the simulation. */
import { describe, expect, it } from 'vitest';
import { placesPerOwner } from '../../../../infra/queues/work-queues.ts';
import { stageConfig } from '../../../../infra/stages/stage-config.ts';
import { besideSlowWork } from '../../../bench/simulation/places.ts';

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
      expect(beside.slowInFlight).toBe(placesPerOwner(stage.concurrency[queue]));
    },
  );
});

it('without places, one owner would occupy a small consumer for minutes', () => {
  const [, dev] = stages;
  const beside = dev && besideSlowWork(dev, { queue: 'Validation', ...hundredSlow, hasPlaces: false });
  expect(beside?.medianMs).toBeGreaterThan(20_000);
});
