/** What the runtime needs to run each function of the template: bundle, limits and environment variables. */
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { localCertificates } from '../certificates/certificates.ts';
import { LOCAL_KEY_ID, LOCAL_SECRET_KEY } from '../host/credentials.ts';
import type { InvocationOutcome } from '../observed/invocation-outcome.ts';
import { region } from '../template/addresses.ts';
import type { Assembly } from '../template/assembly.ts';
import type { Plan, Planned } from '../template/plan.ts';
import type { FunctionSpecification } from './function-pool.ts';
import { jsonLine } from './log-format.ts';

type PlannedFunction = Planned<'AWS::Lambda::Function'>;

export interface RuntimeOptions {
  readonly assets: Assembly['assets'];
  readonly awsUrl: string;
  readonly engineUrl: string;
  /** The data directory, with the local certificates and the functions' log files. */
  readonly directory: string;
  /** Receives log lines, which otherwise go to the log files. */
  readonly onLog?: ((text: string) => void) | undefined;
}

/** @throws when the assembly lacks a function's bundle. */
export async function functionSpecifications(
  plan: Plan,
  options: RuntimeOptions,
): Promise<FunctionSpecification[]> {
  const logDirectory = join(options.directory, 'logs');
  mkdirSync(logDirectory, { recursive: true, mode: 0o700 });
  const trusted = await trustedAuthorities(options.directory);
  return plan.ofType('AWS::Lambda::Function').map((planned) => {
    const { Timeout, MemorySize, ReservedConcurrentExecutions: reserved } = planned.properties;
    const logging = planned.properties.LoggingConfig;
    const logPath = join(logDirectory, `${planned.name}.log`);
    const onLog = options.onLog ?? ((text: string) => appendFileSync(logPath, text));
    return {
      name: planned.name,
      timeoutSeconds: Timeout,
      ...(reserved !== undefined && { reserved }),
      queueConcurrency: queueConcurrency(planned, plan),
      environment: {
        ...bundleOf(planned, options.assets),
        context: contextOf(planned),
        trusted,
        variables: variablesOf(planned, options),
        memoryMegabytes: MemorySize,
        onLog,
        ...(!options.onLog && { logFile: logPath }),
        ...(logging.LogFormat === 'JSON' && { jsonLogLevel: logging.ApplicationLogLevel }),
      },
      onFailure: (outcome, requestId) => onLog(failureLine(outcome, requestId)),
    };
  });
}

/** The sum of what the mappings of its queues allow; at least one. */
function queueConcurrency({ name, arn }: PlannedFunction, plan: Plan): number {
  const mappings = plan
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => [name, arn].includes(properties.FunctionName));
  const allowed = mappings.map(({ properties }) => properties.ScalingConfig?.MaximumConcurrency ?? 0);
  return allowed.reduce((sum, each) => sum + each, 0) || 1;
}

/** With the default authorities, which contain NODE_EXTRA_CA_CERTS: threads do not read that. */
const trustedAuthorities = async (directory: string): Promise<string[]> => [
  ...getCACertificates('default'),
  (await localCertificates(directory)).ca,
];

/** Lambda logs an error that a handler throws in this form. */
function failureLine({ payload }: InvocationOutcome, requestId: string): string {
  const { trace: stackTrace, ...error } = JSON.parse(payload);
  return jsonLine('ERROR', requestId, [{ ...error, stackTrace }]);
}

function bundleOf({ logicalId, properties }: PlannedFunction, assets: Assembly['assets']) {
  const directory = assets.get(properties.Code.S3Key);
  if (!directory) throw new Error(`${logicalId}: the assembly has no asset ${properties.Code.S3Key}.`);
  const dot = properties.Handler.lastIndexOf('.');
  const file = join(directory, properties.Handler.slice(0, dot));
  const bundle = ['.mjs', '.js', '.cjs'].map((extension) => file + extension).find(existsSync);
  if (!bundle) throw new Error(`${logicalId}: there is no file ${file}.mjs, .js or .cjs.`);
  return { bundle, exportName: properties.Handler.slice(dot + 1) };
}

function contextOf({ name, arn, properties }: PlannedFunction): Record<string, string> {
  return {
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: String(properties.MemorySize),
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
  };
}

/** The template's variables and those of the Lambda runtime. None of this process are passed on. */
function variablesOf({ name, properties }: PlannedFunction, { awsUrl, engineUrl }: RuntimeOptions) {
  const { LoggingConfig } = properties;
  return {
    AWS_EXECUTION_ENV: `AWS_Lambda_${properties.Runtime}`,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
    ...(LoggingConfig.LogFormat === 'JSON' && {
      AWS_LAMBDA_LOG_FORMAT: 'JSON',
      AWS_LAMBDA_LOG_LEVEL: LoggingConfig.ApplicationLogLevel,
    }),
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: LOCAL_KEY_ID,
    AWS_SECRET_ACCESS_KEY: LOCAL_SECRET_KEY,
    AWS_ENDPOINT_URL: awsUrl,
    // Directly to the engine, which saves a hop and gives the same responses.
    AWS_ENDPOINT_URL_DYNAMODB: engineUrl,
    ...properties.Environment.Variables,
  };
}
