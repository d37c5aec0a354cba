/** Creates a Lambda function for each folder in functions/, with its own role, log group and environment. */
import { join } from 'node:path';
import { Duration, RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { required } from '../../shared/kit/values/required.ts';
import { deadLetterVariable, queueVariable } from '../../shared/kit/work/work-queue.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import {
  isSender,
  ownedQueueOf,
  workQueues as queues,
  readsDeadLetters,
  slotsPerOwner,
} from '../queues/work-queues.ts';
import type { StageConfig } from '../stages/stage-config.ts';
import type { FunctionNeeds } from './function-needs.ts';
import { type GrantedResources, grants, type NamedNeeds, tracing } from './grants.ts';

export interface FunctionSources {
  readonly list: ReadonlyMap<string, FunctionNeeds>;
  /** Folder with <function>/index.mjs for each function. */
  readonly bundles: string;
}

/** Not deployed to AWS, because loading a source map adds 15 ms to the start of a function. */
const SOURCE_MAPS = '*.map';

/** Functions by folder name. */
export type Functions = ReadonlyMap<string, LambdaFunction>;

export function stageFunctions(
  scope: Construct,
  stage: StageConfig,
  { list, bundles, ...resources }: FunctionSources & GrantedResources,
): Functions {
  const build = (name: string, needs: FunctionNeeds) => {
    const id = pascalCase(name);
    const functionName = physicalName(stage, name);
    const logGroup = new LogGroup(scope, `${id}Log`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: stage.logRetentionDays,
      // A retained log group would make the next deployment fail.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const statements = [
      ...grants({ name, needs }, resources, logGroup),
      ...(stage.isTraced ? tracing() : []),
    ];
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { needs: new PolicyDocument({ statements }) },
    });
    const created = new LambdaFunction(scope, id, {
      functionName,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(bundles, name), { exclude: stage.isLocal ? [] : [SOURCE_MAPS] }),
      handler: 'index.handler',
      timeout: Duration.seconds(needs.timeoutSeconds),
      ...(needs.temporaryFileMegabytes && {
        ephemeralStorageSize: Size.mebibytes(needs.temporaryFileMegabytes),
      }),
      ...reserveOf(name, stage),
      memorySize: stage.memoryMegabytes[needs.workload],
      environment: environmentOf({ name, needs }, stage, resources),
      // The grants above are complete, so constructs must not add others.
      role: role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Omits Lambda's START and REPORT lines, because functions log each invocation.
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: stage.isTraced ? Tracing.ACTIVE : Tracing.DISABLED,
    });
    acknowledgeFindings({ role, created, needs }, stage);
    return created;
  };
  return new Map(Array.from(list, ([name, needs]) => [name, build(name, needs)]));
}

/** A fixed name lets the operator's command line and the gateway invoke a function without a lookup. */
export const physicalName = ({ name: stage }: Pick<StageConfig, 'name'>, name: string): string =>
  `music-distribution-${stage}-${name}`;

function reserveOf(name: string, { reservedConcurrency }: StageConfig) {
  const reserved = reservedConcurrency[name];
  return reserved === undefined ? {} : { reservedConcurrentExecutions: reserved };
}

function acknowledgeFindings(
  { role, created, needs }: { role: Role; created: LambdaFunction; needs: FunctionNeeds },
  { isTraced, functionSettings }: StageConfig,
): void {
  Validations.of(created).acknowledge({
    id: 'Serverless-LambdaDLQ',
    reason: 'A failed invocation loses nothing. Callers get the error, batches are retried and sweeps recur.',
  });
  for (const { prefix, access } of needs.objects ?? []) {
    if (access === 'named') continue;
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<Packages660AFF77.Arn>/${prefix}*]`,
      reason: 'Objects are named after records or content that is not known in advance.',
    });
  }
  if (needs.assumesStoreRoles)
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:iam::*:role${functionSettings.storeRolePath}*]`,
      reason: 'Stores grant roles under this path in their accounts, which are not known in advance.',
    });
  if (isTraced) {
    for (const id of ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions']) {
      Validations.of(role).acknowledge({ id, reason: 'X-Ray has no resource ARNs.' });
    }
  } else {
    Validations.of(created).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason: 'Tracing depends on the stage (isTraced) and is enabled in production.',
    });
  }
}

function environmentOf(
  { name, needs }: NamedNeeds,
  stage: StageConfig,
  { table, secret, packages, pipeline, address, firewallKey }: GrantedResources,
): Record<string, string> {
  return {
    STAGE: stage.name,
    ...(needs.address && { BASE_URL: address }),
    ...(needs.address === true && firewallKey && { FIREWALL_KEY: firewallKey }),
    ...(needs.settings && { SETTINGS: JSON.stringify(stage.functionSettings) }),
    ...(needs.table && { TABLE_NAME: table.tableName }),
    ...(needs.secret && { SECRET_ID: secret.secretArn }),
    ...(needs.objects && { BUCKET_NAME: packages.bucketName }),
    ...(needs.publishes && { BUS_NAME: pipeline.bus.eventBusName }),
    ...queueAddresses(name, pipeline),
    ...(needs.redrivesWork && { QUEUE_NAMES: queueNames(pipeline) }),
    ...slotsOf(name, stage),
    ...((needs.redrivesChanges || needs.forgetsChanges || needs.readsStream) && {
      CHANGE_DEAD_LETTER_URL: pipeline.changeDeadLetters.queueUrl,
    }),
  };
}

function queueAddresses(name: string, { workQueues }: Pipeline): Record<string, string> {
  const variables = queues.flatMap((work) => {
    const { queue, deadLetters } = workQueues[work.name];
    return [
      ...(isSender(work, name) ? [[queueVariable(work), queue.queueUrl]] : []),
      ...(readsDeadLetters(work, name) ? [[deadLetterVariable(work), deadLetters.queueUrl]] : []),
    ];
  });
  return Object.fromEntries(variables);
}

/** Names without addresses, because all variables of a function together have at most 4 KB. */
const queueNames = ({ workQueues }: Pipeline): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(workQueues).map(([name, { queue, deadLetters }]) => [
        name,
        [queue.queueName, deadLetters.queueName],
      ]),
    ),
  );

function slotsOf(name: string, { concurrency }: StageConfig): Record<string, string> {
  const queue = ownedQueueOf(name);
  return queue ? { SLOTS_PER_OWNER: String(slotsPerOwner(concurrency[queue.name])) } : {};
}

/** @throws Error if the function does not exist. */
export function functionNamed<F>(functions: ReadonlyMap<string, F>, name: string): F {
  return required(functions.get(name), `There is no function "${name}".`);
}

const pascalCase = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, _hyphen, letter: string) => letter.toUpperCase());
