/** Interferes with the functions: kills them after a step, or runs an action before a command. */
import { AsyncResource } from 'node:async_hooks';
import { dynamo } from '../../shared/kit/table/client.ts';
import type { TestQueues } from '../support/queues.ts';
import { queue } from './work-stage.ts';

/** A step is a write to the table or a call of the queue. */
let done = 0;
let last = Number.POSITIVE_INFINITY;
let calls = 0;
let throttledCall = Number.POSITIVE_INFINITY;
let heard: TestQueues | undefined;
let before: { command: string; pk: string | undefined; action: () => Promise<void> } | undefined;

let writes = 0;
let beforeWriting: { write: number; action: () => Promise<void> } | undefined;

const isDead = (): boolean => done >= last;

function dieAfterThis(): void {
  done += 1;
  if (!isDead()) return;
  // A killed function sends nothing more.
  if (heard) heard.isDown = true;
  throw new Error('Killed by the test.');
}

/** Counts another kind of step. Call it before that step. */
export function takeStep(): void {
  if (isDead()) throw new Error('Dead.');
  dieAfterThis();
}

function throttleThis(): void {
  calls += 1;
  if (calls === throttledCall) throw Object.assign(new Error('Slow down.'), { name: 'ThrottlingException' });
}

/** Call once per file, after the table is created. @param queues their calls are steps. */
export function comeBetween(queues = queue()): void {
  before = undefined;
  beforeWriting = undefined;
  revive();
  stopThrottling();
  dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (isDead()) throw new Error('Dead.');
        throttleThis();
        if (before?.command === commandName && [undefined, pkOf(args.input as Keyed)].includes(before.pk)) {
          const { action } = before;
          before = undefined;
          await action();
        }
        const isWrite = !/^(Get|BatchGet|Query)/.test(commandName);
        if (isWrite) await actBeforeWriting();
        const output = await next(args);
        if (isWrite) dieAfterThis();
        return output;
      },
    { step: 'build', name: 'steps', override: true },
  );
  queues.onDone = dieAfterThis;
  heard = queues;
}

/** Kills the functions after a number of steps. The last step is done, but its response is lost. */
export function dieAfter(steps: number): void {
  done = 0;
  last = steps;
}

/** @returns whether they were killed. */
export function revive(): boolean {
  const hadDied = isDead();
  last = Number.POSITIVE_INFINITY;
  if (hadDied && heard) heard.isDown = false;
  return hadDied;
}

/** The number of steps since dieAfter. */
export const stepsDone = (): number => done;

/** The table rejects one call, the first being 1; the SDK does not try again. */
export function throttleAt(call: number): void {
  calls = 0;
  throttledCall = call;
}

/** @returns whether it has rejected one. */
export function stopThrottling(): boolean {
  const hasRejected = calls >= throttledCall;
  throttledCall = Number.POSITIVE_INFINITY;
  return hasRejected;
}

/** The number of calls since throttleAt. */
export const callsMade = (): number => calls;

type Keyed = { readonly Key?: { readonly pk: { readonly S: string } } };
const pkOf = ({ Key }: Keyed) => Key?.pk.S;

/**
 * Runs an action once, before the next command of that name.
 * @param pk the partition key of the command's row; by default, any.
 */
export function beforeNext(command: string, action: () => Promise<void>, pk?: string): void {
  before = { command, action: outsideOfCalls(action), pk };
}

/** Other functions do not have the deadline of the call that they precede. */
const outsideOfCalls = (action: () => Promise<void>) => AsyncResource.bind(action);

async function actBeforeWriting(): Promise<void> {
  writes += 1;
  if (writes !== beforeWriting?.write) return;
  const { action } = beforeWriting;
  beforeWriting = undefined;
  await action();
}

/** Runs an action once, before a write to the table, the first being 1. */
export function beforeWrite(write: number, action: () => Promise<void>): void {
  writes = 0;
  beforeWriting = { write, action: outsideOfCalls(action) };
}

/** @returns the number of writes since beforeWrite, and whether its action was run. */
export function stopBeforeWrite(): { readonly writes: number; readonly isDone: boolean } {
  const isDone = beforeWriting === undefined;
  beforeWriting = undefined;
  return { writes, isDone };
}
