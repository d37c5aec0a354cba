/** Reads secrets from standard input, a variable, a prompt, or (with a warning) the argument. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isRequired } from '../../shared/kit/commands/arguments.ts';
import type { Command } from '../../shared/kit/commands/declare.ts';
import { rejection } from './rejection.ts';

/** The arguments of a command line, by name. */
export type ArgumentValues = Readonly<Record<string, string | boolean | readonly string[]>>;

export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  /** Shows prompts and warnings. */
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** @returns the environment variable of a secret: OPERATE_ADMIN_PASSWORD for --admin-password. */
export const variableOf = (name: string): string => `OPERATE_${name.replaceAll('-', '_').toUpperCase()}`;

export const secretNames = (command: Command): string[] =>
  Object.entries(command.arguments).flatMap(([name, { isSecret, isFilledIn }]) =>
    isSecret && !isFilledIn ? [name] : [],
  );

/** @throws Rejection for a secret that is neither given nor can be entered. */
export async function readSecrets(
  command: Command,
  args: ArgumentValues,
  terminal: Terminal,
): Promise<{ readonly secrets: ArgumentValues; readonly warnings: readonly string[] }> {
  const secrets: Record<string, string> = {};
  const warnings: string[] = [];
  for (const name of secretNames(command)) {
    const argument = args[name];
    if (argument === undefined && !isNeeded(command, name, terminal)) continue;
    const isNamed = typeof argument === 'string' && argument !== '-';
    if (isNamed) warnings.push(warningOf(name));
    secrets[name] = isNamed ? argument : await readSecret(name, { isPiped: argument === '-' }, terminal);
  }
  return { secrets, warnings };
}

/** An optional secret is read if it is named, or if its variable is set. */
const isNeeded = ({ arguments: all }: Command, name: string, { environment }: Terminal): boolean =>
  (all[name] !== undefined && isRequired(all[name])) || Boolean(environment[variableOf(name)]);

async function readSecret(
  name: string,
  { isPiped }: { isPiped: boolean },
  terminal: Terminal,
): Promise<string> {
  const { environment, input, errors } = terminal;
  const variable = environment[variableOf(name)];
  if (isPiped && !input.isTTY) return (await text(input)).replace(/\r?\n$/, '');
  if (!isPiped && variable) return variable;
  if (!input.isTTY || !errors.isTTY)
    throw rejection('required', `--${name} is required. ${waysToGive(name)}`);
  const [first, second] = await askHidden([`${name}: `, `${name} once more: `], terminal);
  if (first !== second) throw rejection('invalid_value', `--${name}: the two entries differ.`);
  return first;
}

const waysToGive = (name: string): string =>
  `Pass --${name} - and the value on standard input, set ${variableOf(name)}, or run the command in a terminal.`;

const warningOf = (name: string): string =>
  `--${name} is visible in shell history, the process list and npm's log. ${waysToGive(name)}`;

/** Reads a line for each prompt without echo. @throws Rejection on Ctrl-C and Ctrl-D. */
function askHidden(
  prompts: readonly [string, string],
  { input, errors }: Pick<Terminal, 'input' | 'errors'>,
): Promise<readonly [string, string]> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: hidden, terminal: true, historySize: 0 });
  const entered: string[] = [];
  errors.write(prompts[0]);
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      entered.push(line);
      if (entered.length === prompts.length) lines.close();
      else errors.write(`\n${prompts[entered.length]}`);
    });
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => {
      errors.write('\n');
      const [first, second] = entered;
      if (first === undefined || second === undefined) reject(rejection('required', 'Nothing was entered.'));
      else resolve([first, second]);
    });
  });
}
