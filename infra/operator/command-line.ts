/** Parses the operator's command line with the declarations of shared/operator. */
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { type Arguments, type Command, flag, value } from '../../shared/operator/declare.ts';
import { commands } from '../../shared/operator/index.ts';
import { refusal } from './refusal.ts';

/** Options of every command. */
export const generalOptions = {
  stage: value(v.optional(v.string()), {
    placeholder: 'NAME',
    help: 'the stage to run the command on; by default local, which npm start runs',
  }),
  json: flag('prints the result as JSON, and errors as {"problems": [{"code", "detail"}]} on standard error'),
  help: flag('explains a command and its arguments; also -h'),
} satisfies Arguments;

export type Given = Readonly<Record<string, string | boolean>>;

export type Asked =
  | { readonly does: 'explain'; readonly command: Command | undefined }
  | { readonly does: 'run'; readonly command: Command; readonly given: Given; readonly stage: string };

/** @throws Refusal with all problems of the line. They contain no values, which may be secrets. */
export function readCommandLine(line: readonly string[]): Asked {
  const every: Arguments = Object.assign({}, ...commands.map((each) => each.arguments), generalOptions);
  const [name, subject] = fold(line, every).positionals;
  const wantsHelp = fold(line, every).options.some(([option]) => option === 'help');
  if (name === 'help') return { does: 'explain', command: subject === undefined ? undefined : find(subject) };
  if (name === undefined && wantsHelp) return { does: 'explain', command: undefined };
  if (name === undefined) throw refusal('unknown_command', 'No command was given. Try --help.');
  const command = find(name);
  if (wantsHelp) return { does: 'explain', command };
  const folded = fold(line, { ...command.arguments, ...generalOptions });
  const { stage = 'local', json: _, ...given } = placed(command, folded);
  if (stage === '') throw refusal('invalid_value', '--stage needs a value.');
  return { does: 'run', command, given, stage: String(stage) };
}

function find(name: string): Command {
  const command = commands.find((each) => each.name === name);
  if (command) return command;
  const names = commands.map((each) => each.name).join(', ');
  throw refusal('unknown_command', `There is no command ${name}. The commands are ${names}.`);
}

interface Folded {
  readonly options: readonly (readonly [name: string, value: string | boolean])[];
  readonly positionals: readonly string[];
  readonly faults: readonly string[];
}

/** Pairs options with their values, and collects what is wrong with them. */
function fold(line: readonly string[], known: Arguments): Folded {
  const options: [string, string | boolean][] = [];
  const positionals: string[] = [];
  const faults: string[] = [];
  const tokens = tokensOf(line, known);
  for (let token = tokens.shift(); token; token = tokens.shift()) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value: given, inlineValue } = token;
    const [next] = tokens;
    const takes = Object.hasOwn(known, name) ? known[name]?.takes : undefined;
    if (takes === undefined) faults.push(`${rawName} is not an option of this command.`);
    else if (takes === 'nothing' && given !== undefined) faults.push(`${rawName} takes no value.`);
    else if (takes === 'value' && given === undefined) faults.push(`${rawName} needs a value.`);
    else if (takes === 'value' && !inlineValue && isOption(given, known)) {
      faults.push(`${rawName} needs a value. Write a value that looks like an option as ${rawName}=VALUE.`);
    } else if (
      takes === 'on-off' &&
      given === undefined &&
      next?.kind === 'positional' &&
      isOnOff(next.value)
    ) {
      tokens.shift();
      options.push([name, next.value]);
    } else options.push([name, given ?? true]);
  }
  return { options, positionals, faults };
}

function tokensOf(line: readonly string[], known: Arguments) {
  const options = Object.entries(known).map(([name, { takes }]) => {
    const type = takes === 'value' ? ('string' as const) : ('boolean' as const);
    return [name, name === 'help' ? { type, short: 'h' } : { type }] as const;
  });
  // Not strict, because strict parsing rejects values that start with a dash.
  return parseArgs({
    args: [...line],
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

const isOnOff = (word: string) => word === 'on' || word === 'off';
const isOption = (word: string | undefined, known: Arguments) =>
  word?.startsWith('--') === true && Object.hasOwn(known, word.slice(2).split('=')[0] ?? '');

/** Assigns positional arguments to their names. @throws Refusal for invalid, unknown and repeated arguments. */
function placed(
  { positional }: Command,
  { options, positionals, faults }: Folded,
): Record<string, string | boolean> {
  const [, ...unnamed] = positionals;
  const all = [...options];
  const found = [...faults];
  unnamed.forEach((given, place) => {
    const name = positional[place];
    if (name !== undefined) all.push([name, given]);
  });
  const names = all.map(([name]) => name);
  const twice = names.filter((name, place) => names.indexOf(name) !== place);
  for (const name of new Set(twice)) found.push(`--${name} was given twice.`);
  // The value of a misspelt option looks like a positional argument, so only the option is reported.
  if (unnamed.length > positional.length && faults.length === 0) {
    const count = `${unnamed.length}, but the command takes ${positional.length}`;
    found.push(`Too many arguments without an option: ${count}.`);
  }
  if (found.length > 0) throw refusal('invalid_value', ...found);
  return Object.fromEntries(all);
}
