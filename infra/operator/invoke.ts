/** Invokes a stage's operator function: on AWS with the deployer's credentials, or on the local stage. */
import { userInfo } from 'node:os';
import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { Rejection, rejection } from './rejection.ts';
import { unreached } from './unreached.ts';

export interface CommandInvocation {
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const outcomeSchema = v.union([
  v.object({ result: v.record(v.string(), v.unknown()) }),
  v.object({ problems: v.array(v.object({ code: v.string(), detail: v.string() })) }),
]);

const failureSchema = v.object({ errorType: v.optional(v.string(), 'Error'), errorMessage: v.string() });

export type CommandOutcome = v.InferOutput<typeof outcomeSchema>;

/** What a command needs of the operator's machine. */
export interface OperatorIo {
  readonly environment: NodeJS.ProcessEnv;
  readonly errors: NodeJS.WritableStream;
  /** Whether all output is JSON. */
  readonly isJson?: boolean;
}

/** @returns the result of a step of a command. @throws Rejection also with the problems of the command. */
export async function askStage<S extends v.GenericSchema>(
  stage: string,
  { invocation, schema }: { invocation: CommandInvocation; schema: S },
  io: Pick<OperatorIo, 'environment'>,
): Promise<v.InferOutput<S>> {
  const outcome = await operate(stage, invocation, io);
  if ('problems' in outcome) throw new Rejection(outcome.problems);
  return v.parse(schema, outcome.result);
}

/** @throws Rejection when the stage cannot be reached, or the function fails. */
export async function operate(
  stage: string,
  invocation: CommandInvocation,
  { environment }: Pick<OperatorIo, 'environment'>,
): Promise<CommandOutcome> {
  const functionName = `music-distribution-${stage}-operate`;
  const local = machineOf(stage, environment);
  // No retries: after a lost response, a retry would run the command twice.
  const client = new LambdaClient({ ...local, maxAttempts: 1 });
  let isSent = false;
  try {
    const actor = local ? systemUser() : await callerIdentity();
    const Payload = new TextEncoder().encode(JSON.stringify({ ...invocation, actor }));
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
export const machineOf = (stage: string, environment: NodeJS.ProcessEnv) =>
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
