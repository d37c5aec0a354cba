/** The commands as the console's forms show them. */
import { isRequired } from '../../../shared/kit/commands/arguments.ts';
import { commands } from '../../../shared/service/commands/list.ts';

export type ShownCommand = ReturnType<typeof shownCommands>[number];

export const shownCommands = () =>
  commands.map(({ name, help, arguments: all, positional }) => ({
    name,
    help,
    arguments: Object.entries(all)
      .filter(([, { isFilledIn }]) => !isFilledIn)
      .map(([argument, declared]) => ({
        name: argument,
        takes: declared.takes,
        placeholder: declared.placeholder,
        help: declared.help,
        isSecret: declared.isSecret,
        isRequired: isRequired(declared),
        isPositional: positional.includes(argument),
      })),
  }));
