/** Invokes the operator's function of a stage: on AWS with the deployer's credentials, or on this machine. */
import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';

export interface OperatorCommand {
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
  /** Stands in the record of commands. */
  readonly actor: string;
}

export type OperatorOutcome =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly problems: readonly { readonly detail: string }[] };

/** @throws when the stage cannot be reached or the function failed. */
export async function operate(stage: string, command: OperatorCommand): Promise<OperatorOutcome> {
  const client = new LambdaClient(stage === 'local' ? localMachine(process.env) : {});
  const answer = await client.send(
    new InvokeCommand({
      FunctionName: `music-distribution-${stage}-operate`,
      Payload: new TextEncoder().encode(JSON.stringify(command)),
    }),
  );
  const payload: unknown = JSON.parse(new TextDecoder().decode(answer.Payload));
  if (answer.FunctionError) throw new Error(`The command failed: ${JSON.stringify(payload)}`);
  return payload as OperatorOutcome;
}

/** The wire endpoints of `npm start`; its credentials open nothing else. */
function localMachine({ PORT = '3000', AWS_PORT, AWS_ENDPOINT_URL }: NodeJS.ProcessEnv): LambdaClientConfig {
  return {
    endpoint: AWS_ENDPOINT_URL ?? `http://127.0.0.1:${AWS_PORT ?? Number(PORT) + 1}`,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
}
