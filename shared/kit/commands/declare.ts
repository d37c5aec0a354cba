/** Declares operator commands. The function, the command line and the help use the declaration. */
import * as v from 'valibot';
import type { Arguments } from './arguments.ts';

export interface Command {
  readonly name: string;
  /** Description in the help: one or more sentences. */
  readonly help: string;
  readonly arguments: Arguments;
  /** False for commands that only read and are run often, and for steps of a command that only read. */
  readonly isRecorded: boolean | ((given: Readonly<Record<string, unknown>>) => boolean);
  /** Whether a recorded command changes nothing, so that its result can lack damaged rows, which it names. */
  readonly onlyReads?: boolean;
  /** Arguments that can be given without a name, in this order. */
  readonly positional: readonly string[];
  /** Command lines without `npm run -s operate --`. */
  readonly examples: readonly string[];
  readonly schema: v.GenericSchema<unknown, unknown>;
}

type EntriesOf<A extends Arguments> = { readonly [N in keyof A]: A[N]['schema'] };
type ObjectOf<A extends Arguments> = v.StrictObjectSchema<EntriesOf<A>, undefined>;

/**
 * @returns the command with a schema for its arguments.
 * @example
 * export const setCapabilities = declareCommand({
 *   name: 'set-capabilities',
 *   help: 'Sets what a user may do beyond its role.',
 *   arguments: { 'user-id': recordId('users', 'the user'), video: onOff('video albums') },
 *   positional: ['user-id'],
 *   examples: ['set-capabilities 114876805523268 --video on'],
 * });
 */
export function declareCommand<const N extends string, const A extends Arguments>(command: {
  readonly name: N;
  readonly help: string;
  readonly arguments: A;
  readonly isRecorded?: Command['isRecorded'];
  readonly onlyReads?: boolean;
  readonly positional?: readonly (keyof A & string)[];
  readonly examples: readonly [string, ...string[]];
}) {
  const entries = Object.entries(command.arguments).map(([name, { schema }]) => [name, schema]);
  const schema: unknown = v.strictObject(Object.fromEntries(entries), messageOf);
  return { positional: [], isRecorded: true, ...command, schema: schema as ObjectOf<A> } as const;
}

/** Unknown arguments are rejected before recording, because one may be a secret with a misspelled name. */
const messageOf = ({ expected }: v.StrictObjectIssue): string =>
  expected === 'never' ? 'is not an argument of this command' : 'is required';

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
