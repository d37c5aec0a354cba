import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readCommandLine } from '../../../bin/operator/command-line.ts';
import { isRequired } from '../../../shared/kit/commands/arguments.ts';
import { readArguments } from '../../../shared/kit/commands/declare.ts';
import { commands } from '../../../shared/service/commands/list.ts';

/** The help for a command line, joined into one line. */
function helpOf(...line: readonly string[]): string {
  const asked = readCommandLine(line);
  if (!('help' in asked)) throw new Error('The line asks for no help.');
  return asked.help.replaceAll(/\s+/g, ' ');
}

/** Splits a line as a shell does, without variables. */
const words = (line: string) =>
  [...line.replace(/ <.*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

test('every command has a file of its name, and every such file is a listed command', () => {
  const shared = join(import.meta.dirname, '../../../shared');
  const files = globSync('*/commands/*.ts', { cwd: shared }).filter((file) =>
    readFileSync(join(shared, file), 'utf8').includes('\nexport const run = ('),
  );
  const names = files.map((file) => basename(file, '.ts'));
  expect(names.toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});

describe.each(commands.map((command) => [command.name, command] as const))('%s', (name, command) => {
  it.each(command.examples)('accepts its own example: %s', (example) => {
    const parsed = readCommandLine(words(example));
    if ('help' in parsed) throw new Error('The example asks for help.');
    expect(parsed.command).toBe(command);
    const secrets = Object.entries(command.arguments).filter(([, each]) => each.isSecret && !each.isFilledIn);
    const args = {
      ...parsed.args,
      ...Object.fromEntries(secrets.map(([each]) => [each, 'Correct-Horse-1'])),
    };
    expect(readArguments(command, args)).toEqual({ output: expect.any(Object) });
  });

  it.each([[[name, '--help']], [[name, '-h']], [['help', name]], [['--stage', 'dev', name, 'x', '-h']]])(
    'prints help with every argument and an example: %j',
    (line) => {
      const help = helpOf(...line);
      for (const [argument, { help: sentence, isFilledIn }] of Object.entries(command.arguments)) {
        expect(help.includes(`--${argument}`)).toBe(!isFilledIn);
        expect(help).toContain(sentence);
      }
      expect(help).toContain(`npm run -s operate -- ${command.examples[0]}`);
    },
  );

  it('appears in the overview with a one-sentence description', () => {
    expect(helpOf('--help')).toContain(command.help);
  });

  it('never shows a secret in an example', () => {
    for (const [argument, { isSecret }] of Object.entries(command.arguments)) {
      for (const example of isSecret ? command.examples : []) {
        expect(example.replace(`--${argument} - <`, '')).not.toContain(`--${argument}`);
      }
    }
  });

  it('requires its required arguments and no others', () => {
    const read = readArguments(command, {});
    const faults = 'faults' in read ? read.faults : [];
    const required = Object.entries(command.arguments).filter(([, argument]) => isRequired(argument));
    expect(faults).toEqual(
      required.map(([argument]) => {
        const shown = command.positional.includes(argument) ? `<${argument}>` : `--${argument}`;
        return { argument, detail: `${shown} is required.` };
      }),
    );
  });
});
