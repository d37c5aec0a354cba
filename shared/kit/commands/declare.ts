/** Declares operator commands. The function, the command line and the help use the declaration. */
import * as v from 'valibot';

type Schema = v.GenericSchema<unknown, unknown>;

export interface Argument<S extends Schema = Schema> {
  readonly schema: S;
  /** `--name TEXT`, `--name TEXT --name OTHER`, `--video [on|off]` or `--look`. */
  readonly takes: 'value' | 'values' | 'on-off' | 'nothing';
  /** Placeholder in the help, such as TEXT or ID. */
  readonly placeholder: string;
  /** Description in the help: a phrase without a period. */
  readonly help: string;
  /** Secrets are not recorded, and the command line reads them without echo. */
  readonly isSecret: boolean;
  /** For the id of a record, its type. The command log uses it to find the organization. */
  readonly of?: string;
  /** Set by the command line itself, and not in the help. */
  readonly isFilledIn?: true;
}

export type Arguments = Readonly<Record<string, Argument>>;

export interface Command {
  readonly name: string;
  /** Description in the help: one or more sentences. */
  readonly help: string;
  readonly arguments: Arguments;
  /** False for commands that only read and are run often, and for steps of a command that only read. */
  readonly isRecorded: boolean | ((given: Readonly<Record<string, unknown>>) => boolean);
  /** Arguments that can be given without a name, in this order. */
  readonly positional: readonly string[];
  /** Command lines without `npm run -s operate --`. */
  readonly examples: readonly string[];
  readonly schema: Schema;
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

type Described = Pick<Argument, 'placeholder' | 'help' | 'of'>;

/** An argument with a value: `--name TEXT`. */
export const value = <S extends Schema>(schema: S, described: Described): Argument<S> => ({
  schema,
  takes: 'value',
  isSecret: false,
  ...described,
});

/** An argument that can be given several times: `--name TEXT --name OTHER`. @param schema of a list of texts. */
export const values = <S extends Schema>(schema: S, described: Described) =>
  ({ ...value(schema, described), takes: 'values' }) as const;

export const secret = <S extends Schema>(schema: S, help: string): Argument<S> => ({
  ...value(schema, { placeholder: '-', help }),
  isSecret: true,
});

/** An argument that the command line sets itself. */
export const filledIn = <S extends Schema>(schema: S): Argument<S> & { readonly isFilledIn: true } => ({
  ...value(schema, { placeholder: '', help: '' }),
  isFilledIn: true,
});

/** An argument that the command line sets itself, and that is not recorded. */
export const hidden = <S extends Schema>(schema: S) => ({ ...filledIn(schema), isSecret: true });

/** `--video`, `--video on` or `--video off`. Undefined if omitted. */
export const onOff = (help: string) =>
  ({ ...value(onOffSchema, { placeholder: 'on|off', help }), takes: 'on-off' }) as const;

/** `--look`. False if omitted. */
export const flag = (help: string) =>
  ({ ...value(flagSchema, { placeholder: '', help }), takes: 'nothing' }) as const;

const onOffWord = v.pipe(
  v.picklist(['on', 'off']),
  v.transform((word) => word === 'on'),
);
const onOffSchema = v.optional(v.union([v.boolean(), onOffWord], 'must be on or off'));

const flagSchema = v.optional(v.boolean('does not take a value'), false);

export const isRequired = ({ schema }: Argument): boolean => !v.is(schema, undefined);

export const id = v.pipe(v.string('must be an id'), v.regex(/^\d{1,16}$/, 'must be an id'));

/** @param of type of the record. */
export const recordId = (of: string, help: string) => value(id, { placeholder: 'ID', help, of });
