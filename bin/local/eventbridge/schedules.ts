/** Rules with a rate: at each tick their targets receive an event, even if the last is not processed. */
import type { Clock } from '../host/clock.ts';
import type { Plan, Planned } from '../template/plan.ts';
import { busEvent } from './event.ts';
import type { SendToTarget } from './targets.ts';

const unitSeconds: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };

type Cancel = () => void;

interface ScheduleDependencies {
  readonly plan: Plan;
  readonly clock: Clock;
  readonly sendToTarget: SendToTarget;
}

/** @returns a function that stops all schedules. */
export function startSchedules(dependencies: ScheduleDependencies): Cancel {
  const rules = dependencies.plan.ofType('AWS::Events::Rule');
  const cancels = rules.flatMap((rule) => schedule(rule, dependencies));
  return () => {
    for (const cancel of cancels) cancel();
  };
}

function schedule(
  { arn, properties }: Planned<'AWS::Events::Rule'>,
  { clock, sendToTarget }: ScheduleDependencies,
): Cancel[] {
  const { ScheduleExpression: expression, State, Targets } = properties;
  if (!expression || State === 'DISABLED') return [];
  const tick = (time: number) => {
    const scheduled = { source: 'aws.events', type: 'Scheduled Event', detail: {}, resources: [arn], time };
    const event = busEvent(scheduled);
    for (const target of Targets) sendToTarget(target, event, arn);
  };
  return [every(rateSeconds(expression) * 1000, tick, clock)];
}

/**
 * AWS has no rates in seconds. The local stage accepts them, so that tests and developers need not wait.
 * @internal Tested alone: a stage would have to wait.
 */
export function rateSeconds(expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (second|minute|hour|day)s?\)$/.exec(expression) ?? [];
  const seconds = Number(count) * (unitSeconds[unit] ?? Number.NaN);
  if (seconds > 0) return seconds;
  throw new Error(`The local stage supports schedules such as rate(5 minutes), not ${expression}.`);
}

function every(milliseconds: number, action: (now: number) => void, clock: Clock): Cancel {
  let cancel = () => {};
  const wait = (time: number) => {
    cancel = clock.at(time, () => {
      action(clock.now());
      // Ticks missed while the machine slept are skipped.
      wait(Math.max(time + milliseconds, clock.now()));
    });
  };
  wait(clock.now() + milliseconds);
  return () => cancel();
}
