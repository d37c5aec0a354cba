/** Commands in the list of a feature, with the code that runs them, which is loaded on demand. */
import type * as v from 'valibot';
import { type Command, type Fault, readArguments } from './declare.ts';
import type { Operation } from './operation.ts';

export type ArgumentsOf<C extends Command> = v.InferOutput<C['schema']>;

/** What a command does, with its parsed arguments. `satisfies Run` keeps the type of the result. */
export type Run<C extends Command, R extends object = object> = (
  given: ArgumentsOf<C>,
  operation: Operation,
) => Promise<R>;

export interface ListedCommand extends Command {
  /** @returns a function that runs the command, or the faults in its arguments. */
  readonly prepare: (
    given: unknown,
  ) => Promise<
    { readonly start: (operation: Operation) => Promise<object> } | { readonly faults: readonly Fault[] }
  >;
}

export const listed = <C extends Command, R extends object>(
  command: C,
  load: () => Promise<{ readonly run: Run<C, R> }>,
) => ({
  ...command,
  prepare: async (given: unknown) => {
    const read = readArguments(command, given);
    if ('faults' in read) return read;
    const { run } = await load();
    return { start: (operation: Operation) => run(read.output, operation) };
  },
});
