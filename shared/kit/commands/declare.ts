/** Declares operator commands. The function, the command line and the help are derived from the declaration. */
import * as v from 'valibot';

type Schema = v.GenericSchema<unknown, unknown>;

export interface Argument<S extends Schema = Schema> {
  readonly schema: S;
  /** On the command line: `--name TEXT`, `--video [on|off]`, `--look`. */
  readonly takes: 'value' | 'on-off' | 'nothing';
  /** Placeholder for the value in the help: TEXT, ID. */
  readonly placeholder: string;
  /** Description in the help: a phrase without a period. */
  readonly help: string;
  /** Never recorded; the command line prompts for it without echo. */
  readonly isSecret: boolean;
  /** The type of the record whose id the value is: the log of commands finds its organization. */
  readonly of?: string;
  /** Determined by the command line itself, and not in the help. */
  readonly isFilledIn?: true;
}

export type Arguments = Readonly<Record<string, Argument>>;

export interface Command {
  readonly name: string;
  /** Description in the help: one or more sentences. */
  readonly help: string;
  readonly arguments: Arguments;
  /** False for commands that only look at something, again and again. */
  readonly isRecorded: boolean;
  /** Arguments that can be given without their names, in this order. */
  readonly positional: readonly string[];
  /** Command lines, without `npm run -s operate --`. */
  readonly examples: readonly string[];
  readonly schema: Schema;
}

type EntriesOf<A extends Arguments> = { readonly [N in keyof A]: A[N]['schema'] };
type ObjectOf<A extends Arguments> = v.StrictObjectSchema<EntriesOf<A>, undefined>;

/**
 * @returns the command with a schema for all of its arguments.
 * @example
 * export const setCapabilities = declareCommand({
 *   name: 'set-capabilities',
 *   help: 'Sets what a user may do beyond its role.',
 *   arguments: { 'user-id': value(id, { placeholder: 'ID', help: 'the user', of: 'users' }), video: onOff('video albums') },
 *   positional: ['user-id'],
 *   examples: ['set-capabilities 114876805523268 --video on'],
 * });
 */
export function declareCommand<const N extends string, const A extends Arguments>(command: {
  readonly name: N;
  readonly help: string;
  readonly arguments: A;
  readonly isRecorded?: boolean;
  readonly positional?: readonly (keyof A & string)[];
  readonly examples: readonly [string, ...string[]];
}) {
  const entries = Object.entries(command.arguments).map(([name, { schema }]) => [name, schema]);
  const schema: unknown = v.strictObject(Object.fromEntries(entries), messageOf);
  return { positional: [], isRecorded: true, ...command, schema: schema as ObjectOf<A> } as const;
}

/** Unknown arguments are rejected before the command is recorded: one may be a secret under a misspelled name. */
const messageOf = ({ expected }: v.StrictObjectIssue): string =>
  expected === 'never' ? 'is not an argument of this command' : 'is required';

type Described = Pick<Argument, 'placeholder' | 'help' | 'of'>;

/** An argument with a value: `--name TEXT`. */
export const value = <S extends Schema>(schema: S, described: Described): Argument<S> => ({
  schema,
  takes: 'value',
  isSecret: false,
  ...described,
});

export const secret = <S extends Schema>(schema: S, help: string): Argument<S> => ({
  ...value(schema, { placeholder: '-', help }),
  isSecret: true,
});

/** An argument whose value the command line determines. */
export const filledIn = <S extends Schema>(schema: S): Argument<S> => ({
  ...value(schema, { placeholder: '', help: '' }),
  isFilledIn: true,
});

/** `--video`, `--video on` or `--video off`. If omitted, nothing changes. */
export const onOff = (help: string) =>
  ({ ...value(onOffSchema, { placeholder: 'on|off', help }), takes: 'on-off' }) as const;

/** Such as `--look`. If omitted, it is false. */
export const flag = (help: string) =>
  ({ ...value(flagSchema, { placeholder: '', help }), takes: 'nothing' }) as const;

const onOffSchema = v.optional(
  v.union(
    [
      v.boolean(),
      v.pipe(
        v.picklist(['on', 'off']),
        v.transform((word) => word === 'on'),
      ),
    ],
    'must be on or off',
  ),
);

const flagSchema = v.optional(v.boolean('takes no value'), false);

/** @returns whether the command fails without the argument. */
export const isRequired = ({ schema }: Argument): boolean => !v.is(schema, undefined);

export const id = v.pipe(v.string('must be an id'), v.regex(/^\d{1,16}$/, 'must be an id'));

/** The id of a record of the type. */
export const recordId = (of: string, help: string) => value(id, { placeholder: 'ID', help, of });
