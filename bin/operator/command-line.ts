/** Parses the operator's command line and prints its help, from the declarations of the commands. */
import { CommanderError, Option, Command as Parser } from 'commander';
import * as v from 'valibot';
import {
  type Argument,
  type Arguments,
  flag,
  isRequired,
  value,
} from '../../shared/kit/commands/arguments.ts';
import type { Command } from '../../shared/kit/commands/declare.ts';
import { operatorCommands } from './commands.ts';
import { type Rejection, rejection } from './rejection.ts';
import { type ArgumentValues, secretNames, variableOf } from './secrets.ts';

export type CommandLine =
  | { readonly help: string }
  | { readonly command: Command; readonly args: ArgumentValues; readonly stage: string };

const RUN = 'npm run -s operate --';

/** @throws Rejection with what is wrong with the line. It contains no values, which may be secrets. */
export function readCommandLine(line: readonly string[]): CommandLine {
  let help = '';
  let parsed: CommandLine | undefined;
  const program = newProgram(line);
  program.configureOutput({ writeOut: (text) => (help += text), writeErr: () => {} });
  for (const command of operatorCommands) {
    const parser = program.command(command.name).description(command.help);
    addArguments(parser, command, line);
    parser.addHelpText('after', epilogue(command)).action(() => {
      const { stage = 'local' } = program.opts();
      if (stage === '') throw rejection('invalid_value', '--stage needs a value.');
      parsed = { command, args: argumentsIn(parser, command), stage };
    });
  }
  try {
    program.parse(line, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw rejectionOf(error);
  }
  return parsed ?? { help: help.trimEnd() };
}

const LOCAL_PLACE = `The local stage is expected at the AWS endpoint of npm start, http://127.0.0.1:3001. If it was started with
other ports, set the same PORT (the endpoint is the next port) or AWS_PORT, or set AWS_ENDPOINT_URL:
  PORT=4000 ${RUN} status`;

function newProgram(line: readonly string[]): Parser {
  const program = new Parser(RUN)
    .usage('<command> [arguments] [--stage NAME] [--json]')
    .description(
      'Runs an operator command on a stage. The stage local requires npm start to be running. Other stages require ' +
        'AWS credentials of a deployer and a region (AWS_REGION, or a profile in AWS_PROFILE).',
    )
    .addHelpText('after', `\n${LOCAL_PLACE}`)
    .addHelpText('after', `\n${RUN} <command> --help explains the arguments of a command.`)
    .configureHelp({ helpWidth: 100, showGlobalOptions: true })
    .exitOverride();
  addOptions(program, generalOptions, line);
  return program;
}

const generalOptions = {
  stage: value(v.optional(v.string()), {
    placeholder: 'NAME',
    help: 'the stage to run the command on; by default local, which npm start runs',
  }),
  json: flag('prints the result as JSON, and errors as {"problems": [{"code", "detail"}]} on standard error'),
} satisfies Arguments;

function addArguments(
  parser: Parser,
  { arguments: all, positional }: Command,
  line: readonly string[],
): void {
  for (const name of positional)
    parser.argument(`[${name}]`, `${all[name] && helpOf(all[name])}; also --${name}`);
  addOptions(parser, all, line);
  for (const option of parser.options) if (positional.includes(option.name())) option.hideHelp();
}

function addOptions(parser: Parser, all: Arguments, line: readonly string[]): void {
  for (const [name, argument] of Object.entries(all)) {
    const option = new Option(flagsOf(name, argument), helpOf(argument));
    option.hideHelp(argument.isFilledIn ?? false).preset(true);
    // Without this, the parser keeps the last of several values and accepts any word as a value.
    option.argParser((text: string, previous: unknown) => {
      const isList = argument.takes === 'values';
      if (previous !== undefined && !isList) throw rejection('invalid_value', `--${name} was given twice.`);
      const isOption = parser.options.some(({ long }) => long === text);
      if (isOption && !line.includes(`--${name}=${text}`)) throw rejection('invalid_value', needsValue(name));
      return isList ? [...(Array.isArray(previous) ? previous : []), text] : text;
    });
    parser.addOption(option);
  }
}

const needsValue = (name: string) =>
  `--${name} needs a value. Write a value that looks like an option as --${name}=VALUE.`;

const helpOf = (argument: Argument) =>
  `${argument.help}${argument.takes === 'values' ? '; can be repeated' : ''}${isRequired(argument) ? '; required' : ''}`;

function flagsOf(name: string, { takes, placeholder }: Argument): string {
  if (takes === 'nothing') return `--${name}`;
  return takes === 'on-off' ? `--${name} [${placeholder}]` : `--${name} <${placeholder}>`;
}

function argumentsIn(parser: Parser, { positional }: Command): ArgumentValues {
  const options = parser.options.map((option) => [
    option.name(),
    parser.getOptionValue(option.attributeName()),
  ]);
  const unnamed = parser.args.map((text, index) => [positional[index], text]);
  const all = [...options, ...unnamed].filter(([, each]) => each !== undefined);
  const names = all.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw rejection('invalid_value', `--${twice} was given twice.`);
  return Object.fromEntries(all);
}

function rejectionOf({ code, message }: CommanderError): Rejection {
  if (code === 'commander.help')
    return rejection('unknown_command', 'The command is missing or unknown. Try --help.');
  const text = message.replace(/^error: /, '');
  if (code === 'commander.optionMissingArgument') return rejection('invalid_value', text);
  // The parser's messages quote values and surplus words, which may be secrets (--password=VALUE).
  const detail = text.replace(/=.*'/s, "'").replace(/(but got \d+): .*/s, '$1.');
  return rejection(code === 'commander.unknownCommand' ? 'unknown_command' : 'invalid_value', detail);
}

function epilogue(command: Command): string {
  const secrets = secretNames(command);
  return [
    ...(secrets.length > 0 ? ['', secretsExplained(secrets)] : []),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${RUN} ${example}`),
  ].join('\n');
}

const secretsExplained = (
  names: readonly string[],
) => `Secrets (${names.map((name) => `--${name}`).join(', ')}):
  If a secret is omitted, the command prompts for it without showing the input. Without a terminal,
  pass - to read it from standard input, or set ${names.map(variableOf).join(' or ')}. A secret given
  as an argument is accepted with a warning: it stays in shell history, the process list and the
  log of npm. Without -s, npm also prints it.`;
