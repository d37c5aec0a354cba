/** Runs the operator's command line, from its arguments to its output and exit code. */

import { checkArguments } from './check-arguments.ts';
import { type CommandLine, readCommandLine } from './command-line.ts';
import { damageWarning } from './damage.ts';
import { runOnStage } from './machine-runs.ts';
import { present } from './present.ts';
import { Rejection } from './rejection.ts';
import { readSecrets, secretNames, type Terminal } from './secrets.ts';

export interface CommandLineIo extends Terminal {
  readonly output: NodeJS.WritableStream;
}

/** @returns the exit code: 0 for success, 1 if the command was rejected or failed, 2 for invalid usage. */
export async function runCommandLine(line: readonly string[], io: CommandLineIo): Promise<0 | 1 | 2> {
  // Checked before parsing, so that parse errors are JSON too.
  const isJson = line.includes('--json');
  const reject = (error: unknown) => {
    if (!(error instanceof Rejection)) throw error;
    const { problems, notes } = error;
    const messages = problems.map(({ detail }) => detail);
    const also = notes.length > 0 ? { notes } : {};
    io.errors.write(
      `${isJson ? JSON.stringify({ problems, ...also }) : [...messages, present(also)].join('\n').trim()}\n`,
    );
  };
  let parsed: CommandLine;
  try {
    parsed = readCommandLine(line);
  } catch (error) {
    reject(error);
    return 2;
  }
  try {
    io.output.write(`${await carryOut(parsed, isJson, io)}\n`);
    return 0;
  } catch (error) {
    reject(error);
    return error instanceof Rejection && error.problems.every(({ code }) => USAGE.has(code)) ? 2 : 1;
  }
}

/** Codes of errors in the arguments, which do not depend on the stage's data. */
const USAGE: ReadonlySet<string> = new Set(['required', 'invalid_value', 'unknown_command']);

/** @returns the output. */
async function carryOut(parsed: CommandLine, isJson: boolean, io: CommandLineIo): Promise<string> {
  if ('help' in parsed) return parsed.help;
  const { command, args, stage } = parsed;
  // Checked first without secrets, so that no password is typed for an invalid command.
  checkArguments(command, args, secretNames(command));
  const { secrets, warnings } = await readSecrets(command, args, io);
  const warn = (sentences: readonly string[]) => {
    for (const warning of sentences)
      io.errors.write(`${isJson ? JSON.stringify({ warning }) : `Warning: ${warning}`}\n`);
  };
  warn(warnings);
  const complete = { ...args, ...secrets };
  checkArguments(command, complete);
  const call = { stage, command: command.name, args: complete, environment: io.environment };
  const outcome = await runOnStage(call, { ...io, isJson });
  if ('problems' in outcome) throw new Rejection(outcome.problems);
  warn([damageWarning(outcome.result) ?? []].flat());
  return isJson ? JSON.stringify(outcome.result) : present(outcome.result);
}
