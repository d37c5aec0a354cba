/** Queues of all kinds of work, and the functions that use them. */
import type { WorkKind } from '../../shared/kit/work/kind.ts';
import { slotsKey } from '../../shared/kit/work/slots.ts';
import { queueVariable, type WorkQueue } from '../../shared/kit/work/work-queue.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';

/** Wildcard for ids in patterns of partition keys. */
export const ANY = '*';

export type WorkQueueName = (typeof kindsOfWork)[number]['queue']['name'];

/** Without duplicates, because several kinds can share a queue. */
export const workQueues: readonly WorkQueue<WorkQueueName>[] = [
  ...new Map(kindsOfWork.map(({ queue }) => [queue.name, queue])).values(),
];

/** Patterns of the partition keys of rows with work, which the sweep reads and writes. */
export const workRows: readonly string[] = [
  ...new Set(kindsOfWork.map(({ queue, key }: WorkKind) => queue.rows ?? key(ANY).pk)),
];

/** @returns a value for each queue by name. */
export const byQueue = <T>(of: (queue: WorkQueue<WorkQueueName>) => T) =>
  Object.fromEntries(workQueues.map((queue) => [queue.name, of(queue)])) as Record<WorkQueueName, T>;

export const isSender = (
  { consumer, senders = ['publish-changes'] }: WorkQueue,
  functionName: string,
): boolean => [consumer, 'sweep', ...senders].includes(functionName);

/** Whether the function has the address of the dead letters, for a command of the queue alone or for erasures. */
export const readsDeadLetters = ({ redrivenWith, forgottenBy }: WorkQueue, functionName: string): boolean =>
  (redrivenWith !== undefined && functionName === 'operate') || forgottenBy === functionName;

/** @returns the function's queue if each owner can use only part of the concurrency. */
export const ownedQueueOf = (functionName: string): WorkQueue<WorkQueueName> | undefined =>
  kindsOfWork.find(({ queue, isOwned }) => isOwned && queue.consumer === functionName)?.queue;

/** Pattern of the partition keys of rows with the slots of owners. */
export const slotRows = (queue: WorkQueue): string => slotsKey(queueVariable(queue), ANY).pk;

/** Share of a consumer's concurrency that one owner can use. */
const PART_OF_AN_OWNER = 1 / 4;

export const slotsPerOwner = (concurrency: number): number =>
  Math.max(1, Math.floor(concurrency * PART_OF_AN_OWNER));
