/** Invokes a stage's operator function: on AWS with the deployer's credentials, or on the local stage. */
import { userInfo } from 'node:os';
import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import type { ExportDamage } from './damage.ts';
import { Rejection, rejection } from './rejection.ts';
import { unreached } from './unreached.ts';

/** A command with its arguments, and the stage that runs it. */
export interface StageCall {
  readonly stage: string;
  readonly command: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly environment: NodeJS.ProcessEnv;
  /** Collects what the results of steps lack. */
  readonly damage?: ExportDamage;
}

const outcomeSchema = v.union([
  v.object({ result: v.record(v.string(), v.unknown()) }),
  v.object({ problems: v.array(v.object({ code: v.string(), detail: v.string() })) }),
]);

const failureSchema = v.object({ errorType: v.optional(v.string(), 'Error'), errorMessage: v.string() });

export type CommandOutcome = v.InferOutput<typeof outcomeSchema>;

/** Where a command shows its progress. */
export interface OperatorIo {
  readonly errors: NodeJS.WritableStream;
  /** Whether all output is JSON. */
  readonly isJson?: boolean;
}

/**
 * Runs one of the steps of a command.
 * @param more arguments, in addition to those of the call.
 * @throws Rejection also with the problems of the command.
 */
export async function runStep<S extends v.GenericSchema>(
  call: StageCall,
  schema: S,
  more: object = {},
): Promise<v.InferOutput<S>> {
  const outcome = await operate({ ...call, args: { ...call.args, ...more } });
  if ('problems' in outcome) throw new Rejection(outcome.problems);
  call.damage?.collect(outcome.result);
  return v.parse(schema, outcome.result);
}

/** @throws Rejection when the stage cannot be reached, or the function fails. */
export async function operate({ stage, command, args, environment }: StageCall): Promise<CommandOutcome> {
  const functionName = `music-distribution-${stage}-operate`;
  const local = machineOf({ stage, environment });
  // No retries: after a lost response, a retry would run the command twice.
  const client = new LambdaClient({ ...local, maxAttempts: 1 });
  let isSent = false;
  try {
    const actor = local ? systemUser() : await callerIdentity();
    const Payload = new TextEncoder().encode(JSON.stringify({ command, arguments: args, actor }));
    isSent = true;
    const response = await client.send(new InvokeCommand({ FunctionName: functionName, Payload }));
    const payload: unknown = JSON.parse(new TextDecoder().decode(response.Payload));
    if (response.FunctionError) throw failed(payload, functionName);
    return v.parse(outcomeSchema, payload);
  } catch (error) {
    if (error instanceof Rejection) throw error;
    throw unreached(error, {
      stage,
      functionName,
      endpoint: local?.endpoint ?? environment['AWS_ENDPOINT_URL'],
      isSent,
    });
  } finally {
    client.destroy();
  }
}

/** Where clients of the AWS SDK find a stage, if it is not on AWS. */
export const machineOf = ({ stage, environment }: Pick<StageCall, 'stage' | 'environment'>) =>
  stage === 'local' ? localMachine(environment) : undefined;

/** The AWS endpoint of `npm start`, which accepts any credentials. */
function localMachine({ PORT, AWS_PORT, AWS_ENDPOINT_URL }: NodeJS.ProcessEnv) {
  return {
    endpoint: AWS_ENDPOINT_URL || `http://127.0.0.1:${AWS_PORT || Number(PORT || 3000) + 1}`,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  } satisfies LambdaClientConfig;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user id may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** @returns the identity of the credentials: arn:aws:sts::123456789012:assumed-role/Deployer/ada. */
async function callerIdentity(): Promise<string> {
  // Loaded here, because the local stage needs no identity.
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient({});
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand({}));
    if (!Arn) throw new Error('AWS returned no identity for these credentials.');
    return Arn;
  } finally {
    client.destroy();
  }
}

function failed(payload: unknown, functionName: string): Rejection {
  const { success, output } = v.safeParse(failureSchema, payload);
  const reason = success ? `${output.errorType}: ${output.errorMessage}` : 'no reason was given';
  return rejection('command_failed', `The command failed (${reason}). See the log of ${functionName}.`);
}
