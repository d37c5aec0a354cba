/** Sentences of commands as forms show them. Commands speak of arguments, as the command line writes them; a form has fields. */
import { wordsOf } from './shown.ts';

/** The labels of fields by the names of their arguments. Of others, the label is made of the name. */
export type Labels = Readonly<Record<string, string>>;

/**
 * @param names of the command's arguments. What is none of them, such as an argument of another command, stays.
 * @example inFields('--period must be a month.', ['period'], { period: 'Month' }) // '“Month” must be a month.'
 */
export function inFields(sentence: string, names: readonly string[], labels: Labels = {}): string {
  return sentence.replaceAll(/--([a-z][a-z-]*)|<([a-z][a-z-]*)>/g, (written, option, positional) => {
    const name: string = option ?? positional;
    return names.includes(name) ? `“${labels[name] ?? wordsOf(name)}”` : written;
  });
}

interface Described {
  readonly help: string;
  readonly arguments: readonly { readonly name: string }[];
}

/** @returns what a command does, as its form describes it. */
export const helpOf = ({ help, arguments: all }: Described): string =>
  inFields(
    help,
    all.map(({ name }) => name),
  );
