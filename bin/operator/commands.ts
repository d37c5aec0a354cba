/** The commands of the command line. */
import type { Command } from '../../shared/kit/commands/declare.ts';
import { commands } from '../../shared/service/commands/list.ts';
import { consoleCommand } from './console/command.ts';

/** The function of a stage runs all but those that only this machine has. */
export const operatorCommands: readonly Command[] = [...commands, consoleCommand];
