/** The queues of all kinds of work, and what functions have to do with them. */
import type { WorkKind } from '../../shared/kit/work/kind.ts';
import { placesKey } from '../../shared/kit/work/places-key.ts';
import { queueVariable, type WorkQueue } from '../../shared/kit/work/work-queue.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';

/** Stands for any id in the pattern of a partition key. */
export const ANY = '*';

export type WorkQueueName = (typeof kindsOfWork)[number]['queue']['name'];

/** Several kinds can have one queue. */
export const workQueues: readonly WorkQueue<WorkQueueName>[] = [
  ...new Map(kindsOfWork.map(({ queue }) => [queue.name, queue])).values(),
];

/** The patterns of the partition keys of the rows whose work the queues ask for. The sweep reads and writes them. */
export const workRows: readonly string[] = [
  ...new Set(kindsOfWork.map(({ queue, key }: WorkKind) => queue.rows ?? key(ANY).pk)),
];

/** @returns a value for each queue, by its name. */
export const byQueue = <T>(of: (queue: WorkQueue<WorkQueueName>) => T) =>
  Object.fromEntries(workQueues.map((queue) => [queue.name, of(queue)])) as Record<WorkQueueName, T>;

export const isSender = (
  { consumer, senders = ['publish-changes'] }: WorkQueue,
  functionName: string,
): boolean => [consumer, 'sweep', ...senders].includes(functionName);

/** Dead letters are redriven by the operator's commands only. */
export const isRedriver = ({ redrivenWith }: WorkQueue, functionName: string): boolean =>
  redrivenWith !== undefined && functionName === 'operate';

/** The queue whose messages the function takes, if each owner has a part of the function's concurrency. */
export const ownedQueueOf = (functionName: string): WorkQueue<WorkQueueName> | undefined =>
  kindsOfWork.find(({ queue, isOwned }) => isOwned && queue.consumer === functionName)?.queue;

/** Pattern of the partition keys of the rows that say who is at work for an owner. */
export const placeRows = (queue: WorkQueue): string => placesKey(queueVariable(queue), ANY).pk;

/** Of a consumer's concurrency: one owner's work leaves the rest to others. */
const PART_OF_AN_OWNER = 1 / 4;

export const placesPerOwner = (concurrency: number): number =>
  Math.max(1, Math.floor(concurrency * PART_OF_AN_OWNER));
