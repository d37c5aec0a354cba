/** Rules with a rate: their targets get an event at each tick, whether the last one is done or not. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../host/clock.ts';
import { account, region } from '../template/addresses.ts';
import type { Planned } from '../template/plan.ts';
import { eventTime } from './operations.ts';
import type { HandOver } from './targets.ts';

const unitSeconds: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** @returns what stops all of them. */
export function startSchedules(
  rules: readonly Planned<'AWS::Events::Rule'>[],
  { clock, handOver }: { clock: Clock; handOver: HandOver },
): () => void {
  const stops = rules.flatMap(({ arn, properties }) => {
    const { ScheduleExpression: expression, State: state, Targets } = properties;
    if (!expression || state === 'DISABLED') return [];
    const tick = (now: number) => {
      for (const target of Targets) handOver(target, tickEvent(arn, now), arn);
    };
    return [every(rateSeconds(expression) * 1000, tick, clock)];
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** AWS knows no seconds here; a stage on one machine may be shorter of time. */
export function rateSeconds(expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (second|minute|hour|day)s?\)$/.exec(expression) ?? [];
  const seconds = Number(count) * (unitSeconds[unit] ?? Number.NaN);
  if (seconds > 0) return seconds;
  throw new Error(`The local stage knows schedules such as rate(5 minutes), not ${expression}.`);
}

function every(milliseconds: number, action: (now: number) => void, clock: Clock): () => void {
  let callOff = () => {};
  const wait = (time: number) => {
    callOff = clock.at(time, () => {
      action(clock.now());
      // Ticks missed while the machine slept are not made up for.
      wait(Math.max(time + milliseconds, clock.now()));
    });
  };
  wait(clock.now() + milliseconds);
  return () => callOff();
}

function tickEvent(ruleArn: string, now: number) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account,
    time: eventTime(now),
    region,
    resources: [ruleArn],
    detail: {},
  };
}
