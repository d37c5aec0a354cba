/** The operator's commands: invoked directly with the deployer's credentials, open to nobody else. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Problem, Problems, problem } from '../../shared/domain/problems.ts';
import { writeLine } from '../../shared/log.ts';
import { commandKey } from '../../shared/table/keys.ts';
import { Table } from '../../shared/table/table.ts';
import type { Command, Operation } from './command.ts';
import { createOrganization } from './create-organization.ts';
import { redriveWebhooks } from './redrive-webhooks.ts';
import { setAvailability } from './set-availability.ts';
import { setCapabilities } from './set-capabilities.ts';

/** What one can ask; the command line's help is made of it too. */
const commands: Readonly<Record<string, Command>> = {
  'create-organization': createOrganization,
  'set-capabilities': setCapabilities,
  'set-availability': setAvailability,
  'redrive-webhooks': redriveWebhooks,
};

const invocation = v.object({
  command: v.string(),
  arguments: v.optional(v.record(v.string(), v.unknown()), {}),
  positionals: v.optional(v.array(v.string()), []),
  actor: v.pipe(v.string(), v.minLength(1)),
});

const notAsked: Problem = {
  code: 'unknown_command',
  detail: 'An invocation names a command and an actor, and may hold arguments and positionals.',
};

export type Outcome = { readonly result: object } | { readonly problems: readonly Problem[] };

/** @returns the result or what is wrong with the command; only a fault of the service throws. */
export async function handler(event: unknown): Promise<Outcome> {
  const asked = v.safeParse(invocation, event);
  // Told without what was sent, which an error of the parser would carry into the log.
  if (!asked.success) return { problems: [notAsked] };
  const { command: name, actor, ...given } = asked.output;
  const operation: Operation = { table: new Table(), now: new Date(), actor };
  try {
    const result = await carryOut(name, given, operation);
    writeLine({ level: 'info', message: 'command', command: name, actor, outcome: 'done' });
    return { result };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    writeLine({ level: 'info', message: 'command', command: name, actor, outcome: 'refused' });
    return { problems: error.problems };
  }
}

interface Given {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

async function carryOut(name: string, sent: Given, operation: Operation): Promise<object> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    throw problem('unknown_command', `There is no command ${name}: try ${Object.keys(commands).join(', ')}.`);
  }
  const given = { ...placed(command, sent.positionals), ...sent.arguments };
  const read = v.safeParse(command.arguments, given);
  if (!read.success) throw new Problems(read.issues.map(invalid));
  await record(name, command, { given, operation });
  return command.run(read.output, operation);
}

/** @throws invalid_value when there are more unnamed arguments than the command has places. */
function placed({ positional }: Command, values: readonly string[]): Record<string, string> {
  if (values.length > positional.length) {
    throw problem('invalid_value', `${values[positional.length]} is one argument too many.`);
  }
  return Object.fromEntries(values.map((value, index) => [positional[index] ?? '', value]));
}

const invalid = (issue: v.BaseIssue<unknown>): Problem => {
  const name = (issue.path ?? []).map(({ key }) => String(key)).join('.');
  return { code: 'invalid_value', detail: `--${name}: ${issue.message}.` };
};

/** Before the command runs: who asked for what, and when; never a password. */
async function record(
  name: string,
  { secrets }: Command,
  { given, operation }: { given: Readonly<Record<string, unknown>>; operation: Operation },
): Promise<void> {
  const { table, now, actor } = operation;
  const at = now.toISOString();
  const shown = Object.fromEntries(Object.entries(given).filter(([argument]) => !secrets.includes(argument)));
  const row = { command: name, actor, at, arguments: JSON.stringify(shown) };
  await table.commit([{ put: { ...commandKey(at, randomUUID()), ...row } }]);
}
