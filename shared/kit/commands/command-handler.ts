/** The Lambda handler that runs and logs operator commands. */
import * as v from 'valibot';
import { loggable, writeLine } from '../../platform/log.ts';
import type { Api } from '../declare/api.ts';
import { storeOf } from '../records/store.ts';
import { Table } from '../table/table.ts';
import { type Problem, Problems, problem } from '../values/problems.ts';
import { required } from '../values/required.ts';
import { type FurtherFields, type InvokedOn, runRecorded } from './command-log.ts';
import type { Command } from './declare.ts';
import type { ListedCommand } from './listed.ts';
import type { Operation } from './operation.ts';
import { withoutDamaged } from './without-damaged.ts';

const invocation = v.object({
  command: v.string(),
  arguments: v.optional(v.record(v.string(), v.unknown()), {}),
  positionals: v.optional(v.array(v.string()), []),
  actor: v.pipe(v.string(), v.minLength(1)),
});

type Invocation = v.InferOutput<typeof invocation>;

const malformed: Problem = {
  code: 'unknown_command',
  detail: 'An invocation requires a command and an actor. Arguments and positionals are optional.',
};

type Outcome = { readonly result: object } | { readonly problems: readonly Problem[] };

interface Making {
  readonly api: Api;
  readonly commands: readonly ListedCommand[];
  readonly furtherFields: FurtherFields;
  /** Precedes a command that is recorded. @throws Problems if it must not run. */
  readonly admit?: (invoked: InvokedOn, table: Table) => Promise<void>;
}

export function commandHandler({ api, ...making }: Making) {
  /** @throws only if the service fails. Problems of the command are returned. */
  return async (event: unknown, context?: { getRemainingTimeInMillis: () => number }): Promise<Outcome> => {
    const invoked = v.safeParse(invocation, event);
    // The parser's error contains the input, which must not be logged.
    if (!invoked.success) return { problems: [malformed] };
    const { command: name, actor } = invoked.output;
    const remainingMs = context?.getRemainingTimeInMillis ?? (() => Number.POSITIVE_INFINITY);
    const now = new Date();
    const store = storeOf(api, { table: new Table(), now });
    const log = (outcome: 'done' | 'rejected') => {
      const { calls, readUnits, writeUnits } = store.table.meter;
      const durationMs = Date.now() - now.getTime();
      const table = { calls, readUnits, writeUnits };
      writeLine({ level: 'info', message: 'command', command: name, actor, outcome, durationMs, table });
    };
    try {
      const operation = { ...store, actor, commands: making.commands, remainingMs };
      const result = await runCommand(invoked.output, operation, making);
      log('done');
      return { result };
    } catch (error) {
      if (!(error instanceof Problems)) throw loggable(error);
      log('rejected');
      return { problems: error.problems };
    }
  };
}

async function runCommand(
  invoked: Invocation,
  operation: Operation,
  { commands, furtherFields, admit }: Omit<Making, 'api'>,
): Promise<object> {
  const command = commands.find(({ name }) => name === invoked.command);
  if (!command) {
    const names = commands.map(({ name }) => name).join(', ');
    throw problem('unknown_command', `Unknown command ${invoked.command}. The commands are ${names}.`);
  }
  const sent = withPositionals(command, invoked);
  const prepared = await command.prepare(sent);
  if ('faults' in prepared) {
    throw new Problems(prepared.faults.map(({ detail }) => ({ code: 'invalid_value', detail })));
  }
  const start = () => withoutDamaged(command, operation, prepared.start);
  const { isRecorded } = command;
  if (!(typeof isRecorded === 'function' ? isRecorded(sent) : isRecorded)) return start();
  const invokedCommand = { command, given: sent };
  const concerns = furtherFields.of(invokedCommand, {}, operation.table);
  // An error is thrown where it is awaited.
  concerns.catch(() => {});
  if (admit) await admit({ ...invokedCommand, ...(await concerns) }, operation.table);
  return runRecorded({ ...invokedCommand, furtherFields, concerns }, operation, start);
}

/** Names positional arguments. @throws invalid_value if there are too many or one is also given by name. */
function withPositionals(
  { positional }: Command,
  { positionals, arguments: named }: Invocation,
): Readonly<Record<string, unknown>> {
  if (positionals.length > positional.length) {
    const count = `${positionals.length}; the command takes ${positional.length}`;
    throw problem('invalid_value', `Too many positional arguments: ${count}.`);
  }
  const byPosition = Object.fromEntries(
    positionals.map((value, index) => [required(positional[index], 'Each position has a name.'), value]),
  );
  const twice = Object.keys(byPosition).find((name) => Object.hasOwn(named, name));
  if (twice !== undefined) throw problem('invalid_value', `--${twice} is given twice.`);
  return { ...byPosition, ...named };
}
