/** The help text of the operator's command line, generated from the declarations. */
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
    'Runs an operator command on a stage. The stage local requires npm start to be running. Other stages require AWS',
    'credentials of a deployer and a region (AWS_REGION, or a profile in AWS_PROFILE).',
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
  const parts = shownArguments(command.arguments).map(([name, argument]) => {
    const isPositional = command.positional.includes(name);
    const shown = isPositional ? `<${name}>` : optionOf(name, argument);
    return isRequired(argument) && !argument.isSecret ? shown : `[${shown}]`;
  });
  return [command.name, ...parts].join(' ');
}

const shownArguments = (all: Arguments) => Object.entries(all).filter(([, { isFilledIn }]) => !isFilledIn);

function optionOf(name: string, { takes, placeholder }: Argument): string {
  if (takes === 'nothing') return `--${name}`;
  return takes === 'value' ? `--${name} ${placeholder}` : `--${name} [${placeholder}]`;
}

function listed(all: Arguments, positional: readonly string[] = []): string[] {
  const rows = shownArguments(all).map(([name, argument]) => {
    const label = positional.includes(name) ? `<${name}>, or --${name}` : optionOf(name, argument);
    const rule = isRequired(argument) ? '; required' : '';
    return { label, text: `${argument.help}${rule}` };
  });
  const width = Math.max(0, ...rows.map(({ label }) => label.length)) + 2;
  return rows.flatMap(({ label, text }) => wrapped(text, `  ${label.padEnd(width)}`, ' '.repeat(width + 2)));
}

/** @param command limits the text to the secrets of one command. */
function secretsExplained(command?: Command): string[] {
  const all = (command ? [command] : commands).flatMap((each) => Object.entries(each.arguments));
  const names = [...new Set(all.flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])))];
  return [
    `Secrets (${names.map((name) => `--${name}`).join(', ')}):`,
    '',
    ...wrapped(
      'If a secret is omitted, the command prompts for it without showing the input. Without a terminal, pass - to read ' +
        `it from standard input, or set ${names.map(variableOf).join(' or ')}. A secret given as an argument is ` +
        'accepted with a warning: it stays in shell history, the process list and the log of npm. Without -s, npm ' +
        'also prints it.',
      '  ',
    ),
  ];
}

/** Wraps a text at spaces. @param first begins the first line. @param indent begins the other lines. */
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
