/** The arguments of operator commands, as the command line takes them and the help explains them. */
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
  /** Personal data is not recorded either. The command log has the id of the user instead. */
  readonly isPersonal?: true;
  /** For the id of a record, its type. The command log uses it to find the organization. */
  readonly of?: string;
  /** Set by the command line itself, and not in the help. */
  readonly isFilledIn?: true;
}

export type Arguments = Readonly<Record<string, Argument>>;

type Described = Pick<Argument, 'placeholder' | 'help' | 'of'>;

/** An argument with a value: `--name TEXT`. */
export const value = <S extends Schema>(schema: S, described: Described): Argument<S> => ({
  schema,
  takes: 'value',
  isSecret: false,
  ...described,
});

/** An argument that can be repeated: `--name TEXT --name OTHER`. @param schema of a list of texts. */
export const values = <S extends Schema>(schema: S, described: Described) =>
  ({ ...value(schema, described), takes: 'values' }) as const;

export const secret = <S extends Schema>(schema: S, help: string): Argument<S> => ({
  ...value(schema, { placeholder: '-', help }),
  isSecret: true,
});

/** An argument with personal data. */
export const personal = <A extends Argument>(argument: A): A & { readonly isPersonal: true } => ({
  ...argument,
  isPersonal: true,
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

/** Arguments of dead-letter commands to list or delete messages instead of redriving them. */
export const deadLetterModes = {
  look: flag('lists the messages without changing anything'),
  discard: flag('deletes all messages permanently, or the one of --id'),
  id: value(
    v.optional(
      v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/, 'must be the id of a message, as --look shows it')),
    ),
    {
      placeholder: 'ID',
      help: 'only the message with this id, as --look shows it',
    },
  ),
};

/** @example limitUpTo(200, 'items') */
export const limitUpTo = (max: number, of: string) =>
  value(
    v.optional(
      v.pipe(
        v.string('must be a number'),
        v.transform(Number),
        v.check((count) => Number.isInteger(count) && count >= 1 && count <= max, `must be from 1 to ${max}`),
      ),
      '50',
    ),
    { placeholder: 'NUMBER', help: `maximum number of ${of}, up to ${max}; 50 by default` },
  );

const MAX_ITEMS = 200;

export const pageLimit = limitUpTo(MAX_ITEMS, 'items');

/** @param position form of the positions, with what a faulty one must be. */
export const pageAfter = <S extends v.GenericSchema<string, string>>(position: S) =>
  value(v.optional(position), {
    placeholder: 'POSITION',
    help: 'the position at the end of the previous page',
  });

/** For lists whose positions are ids. */
export const paging = {
  limit: pageLimit,
  after: pageAfter(id),
};
