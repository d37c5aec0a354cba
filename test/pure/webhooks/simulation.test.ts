/** Limits on the simulated pipeline; `npm run bench -- webhooks` prints the simulation at full size. */
import { describe, expect, it } from 'vitest';
import { stageConfig } from '../../../infra/stages/stage-config.ts';
import { isolation, waitingRetries } from '../../bench/simulation/scenarios.ts';
import { everyThird } from '../../support/long-run.ts';

const stages = [stageConfig('prod', {}, { alarmEmail: 'a@example.com' }), stageConfig('dev', {})];
const badNeighbours = { backlog: 300, perSecond: 5, endpoints: 1 };
/** The number of each kind. Their load is several times what all senders can handle. */
const manyBadNeighbours = { backlog: 30, perSecond: 2, endpoints: 25 };

describe.each(stages)('the median delay of a healthy endpoint on the stage $name', (stage) => {
  it.each(everyThird([1, 2, 3]))('rises by less than a tenth beside bad endpoints (seed %i)', (seed) => {
    const alone = isolation(stage, undefined, { seed, minutes: 5 });
    const beside = isolation(stage, badNeighbours, { seed, minutes: 5 });
    expect(beside.medianMs).toBeLessThan(1.1 * alone.medianMs);
  });

  it('rises by less than a fifth beside many bad endpoints', () => {
    const alone = isolation(stage, undefined, { minutes: 3 });
    const beside = isolation(stage, manyBadNeighbours, { minutes: 3 });
    // The median of three minutes varies by a tenth from seed to seed.
    expect(beside.medianMs).toBeLessThan(1.2 * alone.medianMs);
  });
});

it('hanging endpoints of many owners would occupy all senders of a small stage without pacing', () => {
  const [, dev] = stages;
  const beside = dev && isolation(dev, manyBadNeighbours, { minutes: 2, isPaced: false });
  expect(beside?.medianMs).toBeGreaterThan(10_000);
});

it('retries waiting in the table are not queued, and run less than a minute late', () => {
  const { delivered, ...result } = waitingRetries(10_000, 1);
  expect(delivered).toBe(10_000);
  expect(result['in the queue while waiting']).toBe(0);
  expect(result['latest, s']).toBeLessThan(60);
});
