/** Symptoms of work that is no longer attempted, each with the command that continues it. */
import { ALL_KINDS } from '../../shared/kit/work/work-faults.ts';
import { continueWork } from '../../shared/service/commands.ts';
import { redriveChanges, redriveWork } from '../../shared/service/redrive-commands.ts';
import { workQueues } from '../queues/work-queues.ts';
import type { Part, Symptoms, Watching } from './symptom.ts';
import { businessMetric, hourly, period } from './watched.ts';

export function ofGivenUpWork({ stage, watched: { pipeline } }: Watching): Symptoms {
  const visible = (queue: (typeof pipeline)['changeDeadLetters']): Part => ({
    metric: queue.metricApproximateNumberOfMessagesVisible({ period }),
    from: 1,
  });
  const lettersOf = (isRedriven: boolean) =>
    Object.fromEntries(
      workQueues
        .filter(({ redrivenWith }) => (redrivenWith !== undefined) === isRedriven)
        .map(({ name }) => [
          `${name.toLowerCase()}-dead-letters`,
          visible(pipeline.workQueues[name].deadLetters),
        ]),
    );
  const redrives = workQueues.flatMap(({ redrivenWith }) => redrivenWith ?? []);
  return {
    'work-stopped': {
      severity: 'warning',
      says: 'Attempts at some work ended without an outcome for a day, and no more attempts are made.',
      remedy: `Fix the cause, then run: ${operatorCommand(continueWork.name, stage.name)} KIND ID`,
      query: 'pipeline-errors',
      parts: {
        'work-stopped': {
          metric: businessMetric(stage, { name: ALL_KINDS }, 'WorkStopped', hourly),
          from: 1,
        },
      },
    },
    'changes-given-up': {
      severity: 'critical',
      says: 'Table changes could not be processed, so their events are missing.',
      remedy: `Fix the cause within 24 hours, then run: ${operatorCommand(redriveChanges.name, stage.name)}`,
      query: 'pipeline-errors',
      parts: { 'change-dead-letters': visible(pipeline.changeDeadLetters) },
    },
    'webhooks-given-up': {
      severity: 'critical',
      says: 'Events could not be processed, so their webhooks are missing.',
      remedy: `Fix the cause, then run: ${redrives.map((each) => operatorCommand(each, stage.name)).join('; ')}`,
      query: 'pipeline-errors',
      parts: lettersOf(true),
    },
    'work-given-up': {
      severity: 'warning',
      says: 'Messages of work could not be processed, and their faults could not be recorded. The sweep sends new ones.',
      remedy: `Fix the cause, then run: ${operatorCommand(`${redriveWork.name} QUEUE`, stage.name)}`,
      query: 'pipeline-errors',
      parts: lettersOf(false),
    },
  };
}

const operatorCommand = (command: string, stage: string): string =>
  `npm run -s operate -- ${command} --stage ${stage}`;
