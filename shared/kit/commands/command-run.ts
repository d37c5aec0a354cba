/** A command with what it does: its run gets the arguments as its declaration parses them. */
import type * as v from 'valibot';
import type { Command } from './declare.ts';
import type { Operation } from './operation.ts';
import { type Fault, readArguments } from './read-arguments.ts';

export type Given<C extends Command> = v.InferOutput<C['schema']>;

export interface CommandRun<C extends Command = Command> {
  readonly command: C;
  /** @returns what runs the command with these arguments, or what is wrong with them. */
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
