/** Whether a console and a stage are of the same version. */
import type { ResultOf } from '../../../../shared/service/commands/list.ts';
import type { ShownCommand } from '../declared-commands.ts';

/** What a stage reports about its commands, including their arguments, such as "find-user --user". */
type StageCommands = Pick<ResultOf<'describe-stage'>, 'commands' | 'usages'>;

/** @param here the commands of the console. @returns sentences on what only one of them has. */
export function versionNotes(here: readonly ShownCommand[], there: StageCommands): string[] {
  const names: readonly string[] = here.map(({ name }) => name);
  const onlyHere = names.filter((name) => !there.commands.includes(name));
  const onlyThere = there.commands.filter((name) => !names.includes(name));
  const usages = there.usages.map(wordsIn);
  const others = here.filter(({ name, arguments: all }) => {
    const usage = usages.find(([command]) => command === name);
    return usage && wordsIn([name, ...all.map((each) => `--${each.name}`)].join(' ')).join() !== usage.join();
  });
  const isSame = onlyHere.length + onlyThere.length + others.length === 0;
  if (isSame) return [];
  return [
    'This console and the stage have different versions. Some information may be missing.',
    ...(onlyThere.length > 0 ? [`Only the stage has ${onlyThere.join(', ')}.`] : []),
    ...(onlyHere.length > 0 ? [`The stage does not have ${onlyHere.join(', ')}.`] : []),
    ...(others.length > 0
      ? [`The stage has different arguments for ${others.map(({ name }) => name).join(', ')}.`]
      : []),
  ];
}

/** In any order, but the command is first. */
function wordsIn(usage: string): string[] {
  const [command = '', ...args] = usage.split(' ');
  return [command, ...args.toSorted()];
}
