/** Invokes the operator's function of a stage: on AWS with the deployer's credentials, or on this machine. */
import { userInfo } from 'node:os';
import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as v from 'valibot';
import type { Given } from './command-line.ts';
import { Refusal, refusal } from './refusal.ts';
import { unreached } from './unreached.ts';

export interface Invocation {
  readonly command: string;
  readonly arguments: Given;
}

const outcomeSchema = v.union([
  v.object({ result: v.record(v.string(), v.unknown()) }),
  v.object({ problems: v.array(v.object({ code: v.string(), detail: v.string() })) }),
]);

const failureSchema = v.object({ errorType: v.optional(v.string(), 'Error'), errorMessage: v.string() });

export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** @throws Refusal when the stage cannot be reached, or the function failed. */
export async function operate(
  stage: string,
  invocation: Invocation,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const functionName = `music-distribution-${stage}-operate`;
  const local = stage === 'local' ? localMachine(environment) : undefined;
  const client = new LambdaClient(local ?? {});
  try {
    const actor = local ? systemUser() : await callerIdentity();
    const Payload = new TextEncoder().encode(JSON.stringify({ ...invocation, actor }));
    const answer = await client.send(new InvokeCommand({ FunctionName: functionName, Payload }));
    const payload: unknown = JSON.parse(new TextDecoder().decode(answer.Payload));
    if (answer.FunctionError) throw failed(payload, functionName);
    return v.parse(outcomeSchema, payload);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unreached(error, {
      stage,
      functionName,
      endpoint: local?.endpoint ?? environment['AWS_ENDPOINT_URL'],
    });
  } finally {
    client.destroy();
  }
}

/** The wire endpoints of `npm start`; its credentials open nothing else. */
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
    // A container may run under a number that no user has.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Whose credentials these are: arn:aws:sts::123456789012:assumed-role/Deployer/ada. */
async function callerIdentity(): Promise<string> {
  const client = new STSClient({});
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand({}));
    if (!Arn) throw new Error('AWS did not say whose credentials these are.');
    return Arn;
  } finally {
    client.destroy();
  }
}

function failed(payload: unknown, functionName: string): Refusal {
  const { success, output } = v.safeParse(failureSchema, payload);
  const reason = success ? `${output.errorType}: ${output.errorMessage}` : 'no reason was given';
  return refusal('command_failed', `The command failed (${reason}). The log of ${functionName} says more.`);
}
