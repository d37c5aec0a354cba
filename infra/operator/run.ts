/** One run of the operator's command line, from its words to what it prints and its exit code. */
import { readArguments } from '../../shared/operator/read-arguments.ts';
import { type Asked, readCommandLine } from './command-line.ts';
import { helpText } from './help.ts';
import { operate } from './invoke.ts';
import { present } from './present.ts';
import { Refusal, refusal } from './refusal.ts';
import { findSecrets, secretNames, type Terminal } from './secrets.ts';

export interface Surroundings extends Terminal {
  readonly output: NodeJS.WritableStream;
}

/** @returns 0: done, 1: refused or failed, 2: not understood. */
export async function runCommandLine(line: readonly string[], around: Surroundings): Promise<0 | 1 | 2> {
  // Read before the line is understood, so that a refusal of the line is JSON too.
  const isJson = line.includes('--json');
  const refuse = (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const { problems } = error;
    const sentences = problems.map(({ detail }) => detail).join('\n');
    around.errors.write(`${isJson ? JSON.stringify({ problems }) : sentences}\n`);
  };
  let asked: Asked;
  try {
    asked = readCommandLine(line);
  } catch (error) {
    refuse(error);
    return 2;
  }
  try {
    around.output.write(`${await carryOut(asked, isJson, around)}\n`);
    return 0;
  } catch (error) {
    refuse(error);
    return 1;
  }
}

/** @returns what is printed. */
async function carryOut(asked: Asked, isJson: boolean, around: Surroundings): Promise<string> {
  if (asked.does === 'explain') return helpText(asked.command);
  const { command, given, stage } = asked;
  // Checked without the secrets first: nobody types a password for a command that is refused anyway.
  check(asked, given, secretNames(command));
  const { secrets, warnings } = await findSecrets(command, given, around);
  for (const warning of warnings) {
    around.errors.write(`${isJson ? JSON.stringify({ warning }) : `Warning: ${warning}`}\n`);
  }
  const complete = { ...given, ...secrets };
  check(asked, complete, []);
  const outcome = await operate(stage, { command: command.name, arguments: complete }, around.environment);
  if ('problems' in outcome) throw new Refusal(outcome.problems);
  return isJson ? JSON.stringify(outcome.result) : present(outcome.result);
}

/** @throws Refusal for every argument at fault but those. */
function check(
  { command }: Extract<Asked, { does: 'run' }>,
  given: Readonly<Record<string, unknown>>,
  exceptions: readonly string[],
): void {
  const read = readArguments(command, given);
  if ('output' in read) return;
  const faults = read.faults.filter(({ argument }) => !exceptions.includes(argument));
  if (faults.length > 0) throw refusal('invalid_value', ...faults.map(({ detail }) => detail));
}
