/** Comes between the functions and what they do: to kill them after a step, or to let something happen before a write. */
import { dynamo } from '../../shared/table/client.ts';
import { theWire } from './pipeline.ts';

/** Steps leave a trace outside the function: writes to the table, messages sent. */
let done = 0;
let last = Number.POSITIVE_INFINITY;
let before: { command: string; pk: string | undefined; action: () => Promise<void> } | undefined;

const isDead = (): boolean => done >= last;

function dieAfterThis(): void {
  done += 1;
  if (isDead()) throw new Error('Killed by the test.');
}

/** Once per file, when the table is there. */
export function comeBetween(): void {
  dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (isDead()) throw new Error('Dead.');
        if (before?.command === commandName && [undefined, pkOf(args.input as Keyed)].includes(before.pk)) {
          const { action } = before;
          before = undefined;
          await action();
        }
        const isWrite = !/^(Get|BatchGet|Query)/.test(commandName);
        const output = await next(args);
        if (isWrite) dieAfterThis();
        return output;
      },
    { step: 'initialize', name: 'steps', override: true },
  );
  theWire().onDone = dieAfterThis;
}

/** Lets the functions take so many steps more: the last one is done, and they never know. */
export function dieAfter(steps: number): void {
  done = 0;
  last = steps;
}

/** @returns whether they had died. */
export function revive(): boolean {
  const hadDied = isDead();
  last = Number.POSITIVE_INFINITY;
  return hadDied;
}

type Keyed = { readonly Key?: Readonly<Record<string, string>> };
const pkOf = ({ Key }: Keyed) => Key?.['pk'];

/** Once, before the next command of that name is sent. @param pk of the row it is about; without it, of any. */
export function beforeNext(command: string, action: () => Promise<void>, pk?: string): void {
  before = { command, action, pk };
}
