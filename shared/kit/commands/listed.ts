/** A command in a service's list. Its implementation is loaded on demand. */
import type { CommandRun } from './command-run.ts';
import type { Command } from './declare.ts';

export interface ListedCommand extends Command {
  readonly load: () => Promise<{ readonly run: CommandRun }>;
}

export const listed = <C extends Command>(
  command: C,
  load: () => Promise<{ readonly run: CommandRun<C> }>,
) => ({ ...command, load });
