/** Connects a command's declaration with its implementation, which receives the parsed arguments. */
import type * as v from 'valibot';
import type { Command } from './declare.ts';
import type { Operation } from './operation.ts';
import { type Fault, readArguments } from './read-arguments.ts';

export type Given<C extends Command> = v.InferOutput<C['schema']>;

export interface CommandRun<C extends Command = Command> {
  readonly command: C;
  /** @returns a function that runs the command, or the faults in its arguments. */
  readonly prepare: (
    given: unknown,
  ) => { readonly start: (operation: Operation) => Promise<object> } | { readonly faults: readonly Fault[] };
}

/** @example export const runReindex = commandRun(reindex, async ({ from }, operation) => ({ rows: 0 })); */
export const commandRun = <C extends Command>(
  command: C,
  run: (given: Given<C>, operation: Operation) => Promise<object>,
): CommandRun<C> => ({
  command,
  prepare: (given) => {
    const read = readArguments(command, given);
    return 'faults' in read ? read : { start: (operation) => run(read.output, operation) };
  },
});
