/** What the runtime has to know of each function of the template: its bundle, its limits, its variables. */
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { region } from '../template/addresses.ts';
import type { Assembly } from '../template/assembly.ts';
import type { Plan, Planned } from '../template/plan.ts';
import type { Outcome } from './execution-environment.ts';
import type { FunctionSpecification } from './function-pool.ts';
import { jsonLine } from './log-format.ts';

type PlannedFunction = Planned<'AWS::Lambda::Function'>;

export interface Surroundings {
  readonly assets: Assembly['assets'];
  readonly awsUrl: string;
  readonly engineUrl: string;
  /** PEM texts. */
  readonly trusted: readonly string[];
  /** Where each function's log file goes, unless `onLog` takes the lines. */
  readonly logDirectory: string;
  readonly onLog?: ((text: string) => void) | undefined;
}

export function functionSpecifications(plan: Plan, around: Surroundings): FunctionSpecification[] {
  mkdirSync(around.logDirectory, { recursive: true, mode: 0o700 });
  return plan.ofType('AWS::Lambda::Function').map((planned) => {
    const { Timeout, MemorySize, ReservedConcurrentExecutions: reserved } = planned.properties;
    const logging = planned.properties.LoggingConfig;
    const logPath = join(around.logDirectory, `${planned.name}.log`);
    const onLog = around.onLog ?? ((text: string) => appendFileSync(logPath, text));
    return {
      name: planned.name,
      timeoutSeconds: Timeout,
      ...(reserved !== undefined && { reserved }),
      environment: {
        ...bundleOf(planned, around.assets),
        context: contextOf(planned),
        trusted: around.trusted,
        variables: variablesOf(planned, around),
        memoryMegabytes: MemorySize,
        onLog,
        ...(!around.onLog && { logFile: logPath }),
        ...(logging.LogFormat === 'JSON' && { jsonLogLevel: logging.ApplicationLogLevel }),
      },
      onFailure: (outcome, requestId) => onLog(failureLine(outcome, requestId)),
    };
  });
}

/** As an error that a handler throws is logged on Lambda. */
function failureLine({ payload }: Outcome, requestId: string): string {
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

/** The template's variables beside those of the Lambda runtime; nothing of our own environment gets through. */
function variablesOf({ name, properties }: PlannedFunction, { awsUrl, engineUrl }: Surroundings) {
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
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: awsUrl,
    // Straight to the engine: the same answers, one hop less.
    AWS_ENDPOINT_URL_DYNAMODB: engineUrl,
    ...properties.Environment.Variables,
  };
}
