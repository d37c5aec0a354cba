/** What the simulation of the pipeline on AWS promises; `npm run bench -- webhooks` prints it at full size. */
import { describe, expect, it } from 'vitest';
import { stageConfig } from '../../../infra/stages/stage-config.ts';
import { isolation, waitingRetries } from '../../bench/simulation/scenarios.ts';

const stages = [stageConfig('prod', {}, { alarmEmail: 'a@example.com' }), stageConfig('dev', {})];
const badNeighbours = { backlog: 300, perSecond: 5, endpoints: 1 };
/** Of each kind; with what they ask for, they would take all senders several times over. */
const manyBadNeighbours = { backlog: 30, perSecond: 2, endpoints: 40 };

describe.each(stages)('on the stage $name, the median of a good endpoint', (stage) => {
  it.each([1, 2, 3])('is as without its bad neighbours, within a tenth (seed %i)', (seed) => {
    const alone = isolation(stage, undefined, { seed, minutes: 5 });
    const beside = isolation(stage, badNeighbours, { seed, minutes: 5 });
    expect(beside.medianMs).toBeLessThan(1.1 * alone.medianMs);
  });

  it('is as without them, however many they are', () => {
    const alone = isolation(stage, undefined, { minutes: 5 });
    const beside = isolation(stage, manyBadNeighbours, { minutes: 5 });
    expect(beside.medianMs).toBeLessThan(1.1 * alone.medianMs);
  });
});

it('without pacing, hanging endpoints of many owners would take all senders of a small stage', () => {
  const [, dev] = stages;
  const beside = dev && isolation(dev, manyBadNeighbours, { minutes: 5, isPaced: false });
  expect(beside?.medianMs).toBeGreaterThan(10_000);
});

it('retries that wait in the table are in no queue in the meantime, and none is made a minute late', () => {
  const { delivered, ...result } = waitingRetries(20_000, 2);
  expect(delivered).toBe(20_000);
  expect(result['in the queue while waiting']).toBe(0);
  expect(result['latest, s']).toBeLessThan(60);
});
