/** All queues of the stage. */
import type { Clock } from '../host/clock.ts';
import type { State } from '../host/state.ts';
import type { Observe } from '../observed/observation.ts';
import type { Planned } from '../template/plan.ts';
import { openJournal } from './journal.ts';
import { Queue } from './queue.ts';

export interface Queues {
  readonly all: readonly Queue[];
  /** @param address a name, URL or ARN, all of which end with the name. */
  find(address: string): Queue | undefined;
}

interface QueueOptions {
  readonly clock: Clock;
  readonly state: State;
  readonly observe: Observe;
  /** Decides the order of messages that are received together. */
  readonly random?: () => number;
}

/** Opens the template's queues, with the messages that an earlier run of the stage left in them. */
export function openQueues(
  planned: readonly Planned<'AWS::SQS::Queue'>[],
  { clock, state, observe, random = Math.random }: QueueOptions,
): Queues {
  const journal = openJournal(state);
  const byName = new Map<string, Queue>();
  const find = (address: string) => byName.get(address.replace(/^.*[/:]/, ''));
  const queueByArn = (arn: string) => {
    const queue = find(arn);
    if (!queue) throw new Error(`The template has no queue ${arn}.`);
    return queue;
  };
  for (const resource of planned) {
    byName.set(resource.name, new Queue(resource, { clock, journal, observe, random, queueByArn }));
  }
  return { all: Array.from(byName.values()), find };
}
