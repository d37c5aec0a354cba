/** What an operator's command is: its arguments as a schema, and what it does. */
import * as v from 'valibot';
import { type Capability, capabilities } from '../../shared/auth/caller.ts';
import type { Table } from '../../shared/table/table.ts';

export interface Operation {
  readonly table: Table;
  readonly now: Date;
  /** Who asks: the operator's own name for the record. */
  readonly actor: string;
}

export interface Command {
  readonly arguments: v.GenericSchema<unknown, unknown>;
  /** Arguments given without a name, in this order: set-capabilities <user-id>. */
  readonly positional: readonly string[];
  /** Arguments that are not written into the record of commands. */
  readonly secrets: readonly string[];
  readonly run: (given: unknown, operation: Operation) => Promise<object>;
}

/** Binds a command's schema to the type its `run` takes. */
export const defineCommand = <S extends v.GenericSchema<unknown, unknown>>(command: {
  readonly arguments: S;
  readonly positional?: readonly string[];
  readonly secrets?: readonly string[];
  readonly run: (given: v.InferOutput<S>, operation: Operation) => Promise<object>;
}): Command => ({
  arguments: command.arguments,
  positional: command.positional ?? [],
  secrets: command.secrets ?? [],
  run: (given, operation) => command.run(given as v.InferOutput<S>, operation),
});

/** The arguments of a command. One it does not have is refused, and so never written down: it may be a secret misspelt. */
export const argumentsOf = <const E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, ({ expected }) =>
    expected === 'never' ? 'is no argument of this command' : 'is required',
  );

/** On the command line: --video, --video on, --video off. */
export const onOff = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(['on', 'off']),
      v.transform((value) => value === 'on'),
    ),
  ],
  'must be on or off',
);

/** One switch for each capability an account can have. */
export const capabilitySwitches = {
  preapproval: v.optional(onOff),
  video: v.optional(onOff),
  'music-videos': v.optional(onOff),
} satisfies Record<Capability, v.GenericSchema<unknown, unknown>>;

/** @returns the capabilities after the switches: those not named stay as they are. */
export const switched = (
  current: readonly string[],
  switches: { readonly [C in Capability]?: boolean | undefined },
): Capability[] => capabilities.filter((each) => switches[each] ?? current.includes(each));
