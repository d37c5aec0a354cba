/** Runs operator commands. Invoked directly with the deployer's AWS credentials; it has no route. */
import * as v from 'valibot';
import { storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { type Problem, Problems, problem } from '../../shared/kit/values/problems.ts';
import type { Command } from '../../shared/operator/declare.ts';
import { type CommandName, commands } from '../../shared/operator/index.ts';
import { readArguments } from '../../shared/operator/read-arguments.ts';
import { writeLine } from '../../shared/platform/log.ts';
import { api } from '../../shared/service/api.ts';
import { addAdmin } from './add-admin.ts';
import { changeEmail } from './change-email.ts';
import { recorded } from './command-log.ts';
import { createOrganization } from './create-organization.ts';
import { approveRequest, rejectRequest, requeueRequest } from './decide-requests.ts';
import { importUsage } from './import-usage.ts';
import { listCommands } from './list-commands.ts';
import type { CommandHandler, Operation } from './operation.ts';
import { payRoyalties } from './pay-royalties.ts';
import { redriveChanges } from './redrive-changes.ts';
import { redriveWebhooks } from './redrive-webhooks.ts';
import { reindex } from './reindex.ts';
import { reportStore } from './report-store.ts';
import { resendEvent } from './resend-event.ts';
import { resetPassword } from './reset-password.ts';
import { rotateStageSecret } from './rotate-stage-secret.ts';
import { setAvailability } from './set-availability.ts';
import { setCapabilities } from './set-capabilities.ts';
import { setStore } from './set-store.ts';
import { showRequest } from './show-request.ts';
import { showUsageImport } from './show-usage-import.ts';
import { takedownAlbum } from './takedown-album.ts';
import { usageChart } from './usage-chart.ts';
import { voidPayment } from './void-payment.ts';

const handlers: { readonly [N in CommandName]: CommandHandler<N> } = {
  'create-organization': createOrganization,
  'add-admin': addAdmin,
  'change-email': changeEmail,
  'reset-password': resetPassword,
  'set-capabilities': setCapabilities,
  'set-availability': setAvailability,
  'set-store': setStore,
  'approve-request': approveRequest,
  'reject-request': rejectRequest,
  'requeue-request': requeueRequest,
  'takedown-album': takedownAlbum,
  'show-request': showRequest,
  'report-store': reportStore,
  'import-usage': importUsage,
  'show-usage-import': showUsageImport,
  'usage-chart': usageChart,
  'pay-royalties': payRoyalties,
  'void-payment': voidPayment,
  'list-commands': listCommands,
  'resend-event': resendEvent,
  'redrive-webhooks': redriveWebhooks,
  'redrive-changes': redriveChanges,
  'rotate-stage-secret': rotateStageSecret,
  reindex,
};

const invocation = v.object({
  command: v.string(),
  arguments: v.optional(v.record(v.string(), v.unknown()), {}),
  positionals: v.optional(v.array(v.string()), []),
  actor: v.pipe(v.string(), v.minLength(1)),
});

const malformed: Problem = {
  code: 'unknown_command',
  detail: 'An invocation needs a command and an actor; arguments and positionals are optional.',
};

export type Outcome = { readonly result: object } | { readonly problems: readonly Problem[] };

/** The part of Lambda's context that is used. */
interface LambdaContext {
  readonly getRemainingTimeInMillis: () => number;
}

/** @returns the result, or the problems of the command. @throws only when the service fails. */
export async function handler(event: unknown, context?: LambdaContext): Promise<Outcome> {
  const asked = v.safeParse(invocation, event);
  // Do not throw the parser's error: it contains the input, which would be logged.
  if (!asked.success) return { problems: [malformed] };
  const { command: name, actor } = asked.output;
  const remainingMs = context?.getRemainingTimeInMillis ?? (() => Number.POSITIVE_INFINITY);
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const operation: Operation = { ...store, actor, remainingMs };
  try {
    const result = await runCommand(asked.output, operation);
    writeLine({ level: 'info', message: 'command', command: name, actor, outcome: 'done' });
    return { result };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    writeLine({ level: 'info', message: 'command', command: name, actor, outcome: 'refused' });
    return { problems: error.problems };
  }
}

type Invocation = v.InferOutput<typeof invocation>;

async function runCommand(asked: Invocation, operation: Operation): Promise<object> {
  const command = commands.find(({ name }) => name === asked.command);
  if (!command) {
    const names = commands.map(({ name }) => name).join(', ');
    throw problem('unknown_command', `There is no command ${asked.command}. The commands are ${names}.`);
  }
  const given = withPositionals(command, asked);
  const read = readArguments(command, given);
  if ('faults' in read) {
    throw new Problems(read.faults.map(({ detail }) => ({ code: 'invalid_value', detail })));
  }
  // Safe: the parsed type of the arguments is inferred from the schema that has just parsed them.
  const handle = handlers[command.name] as (given: unknown, operation: Operation) => Promise<object>;
  const run = () => handle(read.output, operation);
  return command.isRecorded ? recorded({ command, given, actor: asked.actor }, operation, run) : run();
}

/** Names positional arguments. @throws invalid_value when there are too many, or one is also given by name. */
function withPositionals(
  { positional }: Command,
  { positionals, arguments: named }: Invocation,
): Readonly<Record<string, unknown>> {
  if (positionals.length > positional.length) {
    const count = `${positionals.length}; the command takes ${positional.length}`;
    throw problem('invalid_value', `Too many positional arguments: ${count}.`);
  }
  const given = Object.fromEntries(positionals.map((value, index) => [positional[index] ?? '', value]));
  const twice = Object.keys(given).find((name) => Object.hasOwn(named, name));
  if (twice !== undefined) throw problem('invalid_value', `--${twice} is given twice.`);
  return { ...given, ...named };
}
