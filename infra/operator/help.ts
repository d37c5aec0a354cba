/** The help of the operator's command line, made of the declarations. */
import { type Argument, type Arguments, type Command, isRequired } from '../../shared/operator/declare.ts';
import { commands } from '../../shared/operator/index.ts';
import { generalOptions } from './command-line.ts';
import { variableOf } from './secrets.ts';

const RUN = 'npm run -s operate --';
const WIDTH = 100;

export const helpText = (command: Command | undefined): string =>
  command === undefined ? everyCommand() : oneCommand(command);

function everyCommand(): string {
  return [
    `${RUN} <command> [arguments] [--stage NAME] [--json]`,
    '',
    "Runs an operator's command on a stage. The stage local needs npm start to be running; any other stage needs the",
    "deployer's AWS credentials and a region (AWS_REGION, or the profile that AWS_PROFILE names).",
    '',
    'Commands:',
    ...commands.flatMap((command) => [
      '',
      ...wrapped(usageOf(command), '  ', '      '),
      ...wrapped(command.help, '      '),
      `      Example: ${RUN} ${command.examples[0]}`,
    ]),
    '',
    'Options of every command:',
    '',
    ...listed(generalOptions),
    '',
    `${RUN} <command> --help explains the arguments of a command.`,
    '',
    ...secretsExplained(),
  ].join('\n');
}

function oneCommand(command: Command): string {
  const hasSecret = Object.values(command.arguments).some(({ isSecret }) => isSecret);
  return [
    ...wrapped(`${RUN} ${usageOf(command)} [--stage NAME] [--json]`, '', '    '),
    '',
    ...wrapped(command.help, ''),
    '',
    'Arguments:',
    '',
    ...listed(command.arguments, command.positional),
    '',
    'Options of every command:',
    '',
    ...listed(generalOptions),
    ...(hasSecret ? ['', ...secretsExplained(command)] : []),
    '',
    command.examples.length > 1 ? 'Examples:' : 'Example:',
    '',
    ...command.examples.map((example) => `  ${RUN} ${example}`),
  ].join('\n');
}

function usageOf(command: Command): string {
  const parts = Object.entries(command.arguments).map(([name, argument]) => {
    const isPositional = command.positional.includes(name);
    const shown = isPositional ? `<${name}>` : optionOf(name, argument);
    return isRequired(argument) && !argument.isSecret ? shown : `[${shown}]`;
  });
  return [command.name, ...parts].join(' ');
}

function optionOf(name: string, { takes, placeholder }: Argument): string {
  if (takes === 'nothing') return `--${name}`;
  return takes === 'value' ? `--${name} ${placeholder}` : `--${name} [${placeholder}]`;
}

function listed(all: Arguments, positional: readonly string[] = []): string[] {
  const rows = Object.entries(all).map(([name, argument]) => {
    const label = positional.includes(name) ? `<${name}>, or --${name}` : optionOf(name, argument);
    const rule = isRequired(argument) ? '; required' : '';
    return { label, text: `${argument.help}${rule}` };
  });
  const width = Math.max(0, ...rows.map(({ label }) => label.length)) + 2;
  return rows.flatMap(({ label, text }) => wrapped(text, `  ${label.padEnd(width)}`, ' '.repeat(width + 2)));
}

/** @param command its own secrets are named; without one, those of all commands. */
function secretsExplained(command?: Command): string[] {
  const all = (command ? [command] : commands).flatMap((each) => Object.entries(each.arguments));
  const names = [...new Set(all.flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])))];
  return [
    `Secrets (${names.map((name) => `--${name}`).join(', ')}):`,
    '',
    ...wrapped(
      'Left out, a secret is asked for without showing what is typed. Where no terminal is there, give the value - ' +
        `to read it from standard input, or set ${names.map(variableOf).join(' or ')}. As an argument a secret is ` +
        'accepted with a warning: shell history, the list of processes and the log of npm keep it. Without -s, npm ' +
        'also prints it.',
      '  ',
    ),
  ];
}

/** Breaks a text at blanks; lines after the first begin with `indent`. */
function wrapped(text: string, first: string, indent: string = first): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    const isEmpty = line === (lines.length === 0 ? first : indent);
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = indent + word;
    } else line += isEmpty ? word : ` ${word}`;
  }
  return [...lines, line];
}
