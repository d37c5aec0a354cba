import { describe, expect, test } from 'vitest';
import { rateSeconds } from '../../bin/local/eventbridge/schedules.ts';
import { arnOf, eventually, startStage } from '../support/hand-made.ts';
import { jumpingClock } from './jumping-clock.ts';

test('a rule with a rate invokes its target at each tick', async () => {
  const clock = jumpingClock();
  const ticks: string[] = [];
  await startStage(
    {
      functions: { Tick: 'export const handler = async (event) => console.log(event["detail-type"]);' },
      resources: {
        Schedule: {
          Type: 'AWS::Events::Rule',
          Properties: { ScheduleExpression: 'rate(1 minute)', Targets: [{ Id: 'tick', Arn: arnOf('Tick') }] },
        },
      },
    },
    { clock, onLog: (text) => ticks.push(text) },
  );
  clock.jump(59_000);
  expect(ticks).toEqual([]);
  clock.jump(1000);
  await eventually(() => ticks).toEqual(['Scheduled Event\n']);
  clock.jump(60_000);
  await eventually(() => ticks).toHaveLength(2);
});

describe('a rate', () => {
  test.each([
    ['rate(5 seconds)', 5],
    ['rate(1 minute)', 60],
    ['rate(2 hours)', 7200],
    ['rate(1 day)', 86_400],
  ])('is parsed: %s means every %i seconds', (expression, seconds) => {
    expect(rateSeconds(expression)).toBe(seconds);
  });

  test.each(['cron(0 12 * * ? *)', 'rate(0 minutes)', 'rate(1 week)', 'at(2026-11-21T00:00:00)'])(
    'is rejected: %s',
    (expression) => {
      expect(() => rateSeconds(expression)).toThrow(expression);
    },
  );
});
