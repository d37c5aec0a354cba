/** The messages and dead letters of all queues, for operators. */
import type { WorkKind } from '../kit/work/kind.ts';
import { letterCount, messageCounts } from '../platform/queue/message-counts.ts';
import { kindsOfWork } from './kinds-of-work.ts';
import { changeDeadLetterUrl, workQueueAddresses } from './queue-names.ts';
import { redriveChanges, redriveWork } from './redrive-commands.ts';

interface QueueStatus {
  readonly queues: readonly object[];
  /** Kinds with dead letters, and what repairs them. */
  readonly givenUp: readonly {
    readonly kind: string;
    readonly 'dead-letters': number;
    /** The command that redrives them, with the name of the queue if it takes one. */
    readonly repair: string;
  }[];
}

export async function queueStatus(): Promise<QueueStatus> {
  const work = Array.from(workQueueAddresses(), async ([queue, { queueUrl, deadLetterUrl }]) => {
    const [counts, letters] = await Promise.all([messageCounts(queueUrl), letterCount(deadLetterUrl)]);
    const { waiting, delayed, inFlight } = counts;
    return {
      shown: { queue, waiting, delayed, 'in-flight': inFlight, 'dead-letters': letters },
      givenUp: { kind: kindsOf(queue), letters, repair: repairOf(queue) },
    };
  });
  // Changes come from the stream of the table, which is not a queue.
  const ofChanges = async () => {
    const letters = await letterCount(changeDeadLetterUrl());
    return {
      shown: { queue: 'Change', 'dead-letters': letters },
      givenUp: { kind: 'changes of the table', letters, repair: redriveChanges.name },
    };
  };
  const all = await Promise.all([...work, ofChanges()]);
  return {
    queues: all.map(({ shown }) => shown),
    givenUp: all.flatMap(({ givenUp: { letters, ...more } }) =>
      letters === 0 ? [] : [{ kind: more.kind, 'dead-letters': letters, repair: more.repair }],
    ),
  };
}

const inQueue = (name: string): readonly WorkKind[] => kindsOfWork.filter(({ queue }) => queue.name === name);

const kindsOf = (queue: string): string =>
  inQueue(queue)
    .map(({ name }) => name)
    .join(', ');

const repairOf = (queue: string): string =>
  inQueue(queue)[0]?.queue.redrivenWith ?? `${redriveWork.name} ${queue}`;
