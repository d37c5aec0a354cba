/** Parses the arguments of a command, on the command line and again in the function. */
import * as v from 'valibot';
import type { Command } from './declare.ts';

export interface Fault {
  readonly argument: string;
  /** A sentence for the operator, without the value, which may be a secret. */
  readonly detail: string;
}

type ReadArguments<C extends Command> =
  | { readonly output: v.InferOutput<C['schema']> }
  | { readonly faults: readonly Fault[] };

export function readArguments<C extends Command>(command: C, given: unknown): ReadArguments<C> {
  const { success, output, issues } = v.safeParse<C['schema']>(command.schema, given);
  return success ? { output } : { faults: issues.map((issue) => faultOf(command, issue)) };
}

function faultOf({ positional }: Command, { path, message }: v.BaseIssue<unknown>): Fault {
  const argument = (path ?? []).map(({ key }) => String(key)).join('.');
  const shown = positional.includes(argument) ? `<${argument}>` : `--${argument}`;
  return { argument, detail: `${shown} ${message}.` };
}
