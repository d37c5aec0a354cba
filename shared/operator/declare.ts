/** How an operator's command is declared: one entry that the function, the command line and its help are made of. */
import * as v from 'valibot';

type Schema = v.GenericSchema<unknown, unknown>;

export interface Argument<S extends Schema = Schema> {
  readonly schema: S;
  /** On the command line: `--name TEXT`, `--video [on|off]`, `--look`. */
  readonly takes: 'value' | 'on-off' | 'nothing';
  /** Stands for the value in the help: TEXT, ID. */
  readonly placeholder: string;
  /** For the help: a phrase without a full stop. */
  readonly help: string;
  /** Kept out of the record of commands; the command line asks for it without showing it. */
  readonly isSecret: boolean;
}

export type Arguments = Readonly<Record<string, Argument>>;

export interface Command {
  readonly name: string;
  /** For the help: one or more sentences. */
  readonly help: string;
  readonly arguments: Arguments;
  /** Arguments that may be given without their name, in this order. */
  readonly positional: readonly string[];
  /** What follows `npm run -s operate --`. */
  readonly examples: readonly string[];
  /** Of all arguments together. */
  readonly schema: Schema;
}

type EntriesOf<A extends Arguments> = { readonly [N in keyof A]: A[N]['schema'] };
type ObjectOf<A extends Arguments> = v.StrictObjectSchema<EntriesOf<A>, undefined>;

export function declareCommand<const N extends string, const A extends Arguments>(command: {
  readonly name: N;
  readonly help: string;
  readonly arguments: A;
  readonly positional?: readonly (keyof A & string)[];
  readonly examples: readonly [string, ...string[]];
}) {
  const entries = Object.entries(command.arguments).map(([name, { schema }]) => [name, schema]);
  const schema: unknown = v.strictObject(Object.fromEntries(entries), messageOf);
  return { positional: [], ...command, schema: schema as ObjectOf<A> } as const;
}

/** An argument the command does not have is refused, and so never recorded: it may be a secret misspelt. */
const messageOf = ({ expected }: v.StrictObjectIssue): string =>
  expected === 'never' ? 'is no argument of this command' : 'is required';

interface Described {
  readonly placeholder: string;
  readonly help: string;
}

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

/** `--video`, `--video on`, `--video off`; left out, it stays as it is. */
export const onOff = (help: string) =>
  ({ ...value(onOffSchema, { placeholder: 'on|off', help }), takes: 'on-off' }) as const;

/** `--look`; left out, it is false. */
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

export const isRequired = ({ schema }: Argument): boolean => !v.is(schema, undefined);

/** The id of a record. */
export const id = v.pipe(v.string('must be an id'), v.regex(/^\d{1,16}$/, 'must be an id'));
