/** Checks the arguments of a command before it reaches a stage. */
import { type Command, readArguments } from '../../shared/kit/commands/declare.ts';
import { rejection } from './rejection.ts';

/** @param exceptions arguments that are not checked. @throws Rejection with all other invalid arguments. */
export function checkArguments(
  command: Command,
  args: Readonly<Record<string, unknown>>,
  exceptions: readonly string[] = [],
): void {
  const read = readArguments(command, args);
  if ('output' in read) return;
  const faults = read.faults.filter(({ argument }) => !exceptions.includes(argument));
  if (faults.length > 0) throw rejection('invalid_value', ...faults.map(({ detail }) => detail));
}
